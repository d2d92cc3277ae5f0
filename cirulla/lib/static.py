"""Static files for a server: hashed names, modules of a page joined into one file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from cirulla.lib.modules import join_modules

JOINED = ("js/entry.js",)
"""Modules of pages that are opened first with a slow line: each gets what it imports inside it."""


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Join the modules of `JOINED`; rewrite the `import` statements of all others to the hashed names."""

    support_js_module_import_aggregation = True

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Hash and compress the collected files."""
        memory = InMemoryStorage()

        def read(path: str) -> str:
            storage, name = paths[path]
            with storage.open(name) as file:
                return str(file.read().decode())

        for name in JOINED:
            if name in paths and not dry_run:
                memory.save(name, ContentFile(join_modules(name, read).encode()))
                paths = {**paths, name: (memory, name)}
        yield from super().post_process(paths, dry_run=dry_run, **options)
