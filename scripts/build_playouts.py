"""Compiles ``bot/players/playouts.c`` where the machine has a C compiler; see playouts.py."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCE, LIBRARY = "bot/players/playouts.c", "bot/players/libplayouts.so"
FLAGS = ("-std=c11", "-O3", "-ffp-contract=off", "-shared", "-fPIC")
COMPILERS = ("cc", "gcc", "clang")


class CompilePlayouts(BuildHookInterface[Any]):
    """Adds the library to a wheel or, for an editable installation, to the source tree."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is built; without a compiler there is no library."""
        del version
        library = Path(self.root, LIBRARY)
        library.unlink(missing_ok=True)
        compiler = _compiler()
        if self.target_name != "wheel" or not compiler:
            return
        temporary = library.with_suffix(".tmp")
        try:
            command = [*compiler, *FLAGS, "-o", str(temporary), str(Path(self.root, SOURCE))]
            subprocess.run(command, check=True)  # noqa: S603  # the compiler of this machine
        except (OSError, subprocess.CalledProcessError) as error:
            temporary.unlink(missing_ok=True)
            self.app.display_warning(f"{SOURCE} was not compiled: {error}")
            return
        temporary.replace(library)
        build_data["artifacts"].append(LIBRARY)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def _compiler() -> list[str]:
    chosen = shlex.split(os.environ.get("CC", ""))
    return chosen or [name for name in COMPILERS if shutil.which(name)][:1]
