"""Compiles ``bot/players/playouts.c`` where the machine has a C compiler; see playouts.py."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

SOURCE, LIBRARY = "bot/players/playouts.c", "bot/players/libplayouts.so"
FLAGS = ("-std=c11", "-O3", "-ffp-contract=off", "-shared", "-fPIC")
COMPILERS = ("cc", "gcc", "clang")


class CompilePlayouts(BuildHookInterface[Any]):
    """Adds the library to a wheel or, for an editable installation, to the source tree."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is built; without a compiler there is no library.

        A compiler that fails ends an editable installation; elsewhere it is a warning.
        """
        if self.target_name != "wheel":
            return
        library, compiler = Path(self.root, LIBRARY), _compiler()
        if not compiler:
            library.unlink(missing_ok=True)  # it may be that of another version
            return
        temporary = library.with_suffix(".tmp")
        try:
            command = [*compiler, *FLAGS, "-o", str(temporary), str(Path(self.root, SOURCE))]
            subprocess.run(command, check=True)  # noqa: S603  # the compiler of this machine
        except (OSError, subprocess.CalledProcessError) as error:
            temporary.unlink(missing_ok=True)
            if version == "editable":
                raise
            self.app.display_warning(f"{SOURCE} was not compiled: {error}")
            return
        temporary.replace(library)
        build_data["artifacts"].append(LIBRARY)
        build_data["pure_python"] = False
        # The library is called through ctypes and so serves every Python of the platform.
        build_data["tag"] = f"py3-none-{next(platform_tags())}"


def _compiler() -> list[str]:
    chosen = shlex.split(os.environ.get("CC", ""))
    return chosen or [name for name in COMPILERS if shutil.which(name)][:1]
