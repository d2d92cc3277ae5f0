"""What prepares `.venv` says in one sentence what is in its way, and makes nothing anew without a reason."""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "requirements" / "install.sh"


def install_with(names: dict[str, str], tmp_path: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run install.sh where only `sh`, `dirname` and the scripts `names` are on PATH."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for tool in ("sh", "dirname"):
        (programs / tool).symlink_to(shutil.which(tool))
    for name, script in names.items():
        (programs / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    env = {"PATH": str(programs), **env}
    return subprocess.run(["sh", SCRIPT, "base"], env=env, capture_output=True, text=True, timeout=60, check=False)


OLD = 'case "$2" in *platform*) echo "$WORDS" ;; *) exit 1 ;; esac'


@pytest.mark.parametrize(
    ("names", "env", "sentence"),
    [
        pytest.param({}, {}, "Cirulla needs Python 3.11 or newer, and there is no python3. Install one", id="none"),
        pytest.param(
            {"python3": OLD},
            {"WORDS": "python3 is 3.9.18"},
            "Cirulla needs Python 3.11 or newer, and python3 is 3.9.18. Install one",
            id="old",
        ),
        pytest.param(
            {"older": OLD},
            {"PYTHON": "older", "WORDS": "3.8.18"},
            "Cirulla needs Python 3.11 or newer; PYTHON=older is 3.8.18.",
            id="old by name",
        ),
        pytest.param(
            {},
            {"PYTHON": "missing"},
            "Cirulla needs Python 3.11 or newer; PYTHON=missing is no Python that runs.",
            id="missing by name",
        ),
    ],
)
def test_a_python_that_is_too_old_or_missing_is_told_in_one_sentence(
    names: dict[str, str], env: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    done = install_with(names, tmp_path, **env)
    assert done.returncode == 1
    assert done.stderr.startswith(sentence)
    assert len(done.stderr.splitlines()) == 1


@pytest.fixture
def install(tmp_path: Path) -> ModuleType:
    """Give install.py at work on an empty project folder with a space in its path."""
    spec = importlib.util.spec_from_file_location("install", ROOT / "requirements" / "install.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folder = tmp_path / "club one"
    folder.mkdir()
    move_to(module, folder)
    return module


def move_to(install: ModuleType, folder: Path) -> None:
    install.ROOT = folder
    install.VENV = folder / ".venv"
    install.INTERPRETER = install.VENV / "bin" / "python"
    install.STAMP = install.VENV / "installed.json"


def make_environment(install: ModuleType) -> None:
    venv.create(install.VENV, symlinks=True)
    # A stand-in for pip is enough to be complete.
    site = install.VENV / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    (site / "pip.py").write_text("", encoding="utf-8")


def test_a_sound_environment_is_kept(install: ModuleType) -> None:
    make_environment(install)
    assert install.environment_fault(this_python=False) is None
    assert install.environment_fault(this_python=True) is None


def test_a_moved_environment_is_found_out(install: ModuleType) -> None:
    make_environment(install)
    made = install.VENV
    elsewhere = install.ROOT.with_name("club two")
    install.ROOT.rename(elsewhere)
    move_to(install, elsewhere)
    assert install.environment_fault(this_python=False) == f"it was made in {made}"


def test_an_environment_whose_making_was_interrupted_is_found_out(install: ModuleType) -> None:
    venv.create(install.VENV, symlinks=True)
    assert install.environment_fault(this_python=False) == "it is not complete, or its Python is gone"


def test_a_folder_that_is_no_environment_is_left_alone(install: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    install.VENV.mkdir()
    (install.VENV / "letters").write_text("mine", encoding="utf-8")
    with pytest.raises(SystemExit):
        install.prepare("base", this_python=False)
    assert "was not made by this project: move it away and try again." in capsys.readouterr().err
    assert (install.VENV / "letters").exists()


def test_pip_is_asked_only_when_the_file_has_changed(install: ModuleType) -> None:
    make_environment(install)
    listed = install.ROOT / "requirements" / "base.txt"
    listed.parent.mkdir()
    listed.write_text("nothing==1.0\n", encoding="utf-8")
    install.STAMP.write_text('{"base.txt": "of an older file"}', encoding="utf-8")
    # The stand-in installs nothing and says so by its status.
    pip = next(install.VENV.glob("lib/*/site-packages/pip.py"))
    pip.write_text("raise SystemExit(1)", encoding="utf-8")
    with pytest.raises(SystemExit):
        install.requirements_install("base")
    digest = hashlib.sha256(b"nothing==1.0\n").hexdigest()
    install.STAMP.write_text(f'{{"base.txt": "{digest}"}}', encoding="utf-8")
    install.requirements_install("base")
