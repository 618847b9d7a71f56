"""Output files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from proofsmith.errors import InputError


@contextlib.contextmanager
def atomic_outputs(paths: Iterable[Path | None]) -> Iterator[dict[Path, Path]]:
    """Give each path a temporary file beside it; move them all into place on success.

    The folders are checked by making the temporary files at once, so that a long run does not end
    in a missing folder. On any exception nothing is left behind and no existing file is touched.
    `None` entries are skipped.

    Raises:
        InputError: a folder that is missing or not writable, or one path given twice.

    """
    temporary: dict[Path, Path] = {}
    try:
        for path in paths:
            if path is None:
                continue
            if path.resolve() in {other.resolve() for other in temporary}:
                raise InputError(f"{path}: given for two outputs")
            temporary[path] = _reserve(path)
        yield temporary
        for path, written in temporary.items():
            _move(written, path)
    finally:
        for written in temporary.values():
            written.unlink(missing_ok=True)


def write_atomic(path: Path, data: str | bytes) -> None:
    """Write one file so that readers see the old content or the new, never a part."""
    with atomic_outputs([path]) as temporary:
        written = temporary[path]
        if isinstance(data, str):
            written.write_text(data, encoding="utf-8")
        else:
            written.write_bytes(data)


def _reserve(path: Path) -> Path:
    if path.is_dir():
        raise InputError(f"{path}: is a folder")
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
    os.close(descriptor)
    return Path(name)


def _move(written: Path, path: Path) -> None:
    # mkstemp makes files private; outputs get the permissions any new file would.
    mask = os.umask(0)
    os.umask(mask)
    written.chmod(0o666 & ~mask)
    try:
        written.replace(path)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
