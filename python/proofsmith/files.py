"""Output files that appear whole or not at all, and never in the place of an input."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from proofsmith.errors import InputError

StrPath = str | os.PathLike[str]


@contextlib.contextmanager
def atomic_outputs(
    outputs: Iterable[Path | None], inputs: Iterable[StrPath | None] = ()
) -> Iterator[dict[Path, Path]]:
    """Give each output a temporary path in its folder; move them all into place on success.

    Everything is checked and the folders are written to at once, so that a long run does not end
    in a missing folder. On any exception nothing is left behind and no existing file is touched.
    A symbolic link stays, its target is written; a file that was there keeps its mode. `None`
    entries are skipped.

    Raises:
        InputError: an output that is also an input or given twice, that is there but not a
            regular file, or whose folder is missing or not writable.

    """
    wanted = [path for path in outputs if path is not None]
    check_outputs(wanted, inputs)
    with contextlib.ExitStack() as folders:
        temporary = {path: folders.enter_context(_folder_beside(path)) / "new" for path in wanted}
        yield temporary
        for path, written in temporary.items():
            with _named(path):
                _move(written, path)


def check_outputs(outputs: Iterable[Path], inputs: Iterable[StrPath | None] = ()) -> None:
    """Refuse outputs that would damage something: an input, another output, or what is no file.

    Raises:
        InputError: the output, and what it would damage.

    """
    read = {name for path in inputs if path is not None for name in _names(path)}
    written: set[object] = set()
    for path in outputs:
        _check_target(path)
        names = _names(path)
        if names & read:
            raise InputError(f"{path}: given for an input and an output")
        if names & written:
            raise InputError(f"{path}: given for two outputs")
        written |= names


def write(path: Path, temporary: Path, data: str | bytes) -> None:
    """Fill the temporary file of the output `path`."""
    with _named(path):
        temporary.write_bytes(data.encode() if isinstance(data, str) else data)


def write_atomic(path: Path, data: str | bytes) -> None:
    """Write one file so that readers see the old content or the new, never a part."""
    with atomic_outputs([path]) as temporary:
        write(path, temporary[path], data)


def _names(path: StrPath) -> set[object]:
    """All that tells files apart: the path without links, and the inode of what is there."""
    resolved = Path(os.path.realpath(path))
    try:
        found = resolved.stat()
    except (OSError, ValueError):  # whoever opens the file says why it cannot be
        return {resolved}
    return {resolved, (found.st_dev, found.st_ino)}


def _check_target(path: Path) -> None:
    with _named(path):
        try:
            mode = path.stat().st_mode
        except FileNotFoundError:
            return
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "not a regular file")


@contextlib.contextmanager
def _folder_beside(path: Path) -> Iterator[Path]:
    with _named(path):
        folder = tempfile.mkdtemp(prefix=".proofsmith-", dir=Path(os.path.realpath(path)).parent)
    try:
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _move(written: Path, path: Path) -> None:
    target = Path(os.path.realpath(path))
    with contextlib.suppress(FileNotFoundError):
        written.chmod(stat.S_IMODE(target.stat().st_mode))
    written.replace(target)


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors of the system, with the path as the user gave it."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"{path}: {reason}") from error
