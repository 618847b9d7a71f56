"""Outputs appear whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proofsmith.errors import InputError
from proofsmith.files import atomic_outputs, write_atomic


def test_files_appear_together_after_success(tmp_path: Path) -> None:
    first, second = tmp_path / "a.json", tmp_path / "b.html"
    with atomic_outputs([first, None, second]) as files:
        files[first].write_text("1")
        files[second].write_text("2")
        assert not first.exists()
        assert not second.exists()
    assert (first.read_text(), second.read_text()) == ("1", "2")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "b.html"]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt), atomic_outputs([path, tmp_path / "new"]) as files:
        files[path].write_text("half")
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]


def test_new_files_have_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    write_atomic(tmp_path / "atomic", b"x")
    assert (tmp_path / "atomic").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_missing_folder_is_refused_before_any_work(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "a.json"
    with pytest.raises(InputError, match="nowhere"), atomic_outputs([path]):
        pytest.fail("the work was begun")


def test_a_folder_and_a_path_given_twice_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a regular file"), atomic_outputs([tmp_path]):
        pass
    path = tmp_path / "a"
    twice = [path, tmp_path / "." / "a"]
    with pytest.raises(InputError, match="two outputs"), atomic_outputs(twice):
        pass
    assert list(tmp_path.iterdir()) == []


def test_an_output_that_is_an_input_is_refused_by_any_name(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_text("precious")
    (tmp_path / "link").symlink_to(source)
    (tmp_path / "hard").hardlink_to(source)
    for name in ("source", "link", "hard", "../" + tmp_path.name + "/source"):
        refused = pytest.raises(InputError, match="an input and an output")
        with refused, atomic_outputs([tmp_path / name], [None, source]):
            pytest.fail("the work was begun")
    assert source.read_text() == "precious"


def test_a_link_stays_and_its_target_keeps_its_mode(tmp_path: Path) -> None:
    target, link, dangling = (tmp_path / name for name in ("target", "link", "dangling"))
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    dangling.symlink_to(tmp_path / "new")
    write_atomic(link, "1")
    write_atomic(dangling, "2")
    assert link.is_symlink()
    assert dangling.is_symlink()
    assert (target.read_text(), (tmp_path / "new").read_text()) == ("1", "2")
    assert target.stat().st_mode & 0o777 == 0o640


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    fifo, loop = tmp_path / "fifo", tmp_path / "loop"
    os.mkfifo(fifo)
    loop.symlink_to(loop)
    for path in (fifo, loop, tmp_path / ("x" * 300), tmp_path / "nul\0"):
        with pytest.raises(InputError), atomic_outputs([path]):
            pytest.fail("the work was begun")
    assert fifo.is_fifo()
