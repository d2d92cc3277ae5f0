"""Join JavaScript modules into one file without comments, for phones with a slow line.

The pages are served as they are written while developing and on a club's own computer; where static files are
collected, an entry module takes its imports in. Only the forms that the project's modules use are understood, anything
else is refused: `import { a, b as c } from "./x.js";`, `import * as name from "./x.js";`, and `export` before `const`,
`function`, `async function` or `class`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

IMPORT = re.compile(r'^import\s+(\{[^}]*\}|\*\s+as\s+\w+)\s+from\s+"(\.[^"]+)";[ \t]*\n', re.MULTILINE)
EXPORT = re.compile(r"^export\s+(?=(?:const|async\s+function|function|class)\s+([\w$]+))", re.MULTILINE)
COMMENT = re.compile(r"/\*\*.*?\*/[ \t]*|^[ \t]*//[^\n]*", re.DOTALL | re.MULTILINE)
BLANK = re.compile(r"\n\s*(?=\n|\Z)|^[ \t]+", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def join_modules(entry: str, read: Callable[[str], str]) -> str:
    """Return the module `entry`, a path such as `js/entry.js`, with everything it imports inside it.

    `read` gives the text at a path. Raises ValueError for a form it does not know and for modules that import each
    other in a circle.
    """
    names: dict[str, str] = {}
    parts: list[str] = []

    def take(path: str, within: tuple[str, ...]) -> str:
        if path in within:
            raise ValueError(f"{path} imports itself by way of {' '.join(within)}.")
        if path not in names:
            text = COMMENT.sub("", read(path))
            folder = posixpath.dirname(path)

            def imported(found: re.Match[str]) -> str:
                name = take(posixpath.normpath(posixpath.join(folder, found[2])), (*within, path))
                target = found[1].removeprefix("* as ") if found[1].startswith("*") else found[1].replace(" as ", ": ")
                return f"const {target} = {name};\n"

            body = IMPORT.sub(imported, text)
            exported = [found[1] for found in EXPORT.finditer(body)]
            body = EXPORT.sub("", body)
            if left := LEFT.search(body):
                raise ValueError(f"{path}: {left[0]!r:.80} is no form of import or export known here.")
            names[path] = f"m{len(names)}"
            body = BLANK.sub("", body)
            parts.append(f"const {names[path]} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n")
        return names[path]

    take(entry, ())
    return "".join(parts)
