"""Static files for a server: hashed names, also for the imports inside JavaScript modules."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Rewrite `import` statements of modules to the hashed names."""

    support_js_module_import_aggregation = True
