"""Modules of a page joined into one: the same values, no comments, and a clear no to what is not understood."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cirulla.lib.modules import join_modules
from tests.web.test_scripts import SCRIPTS, node

FILES = {
    "js/page.js": '/** Says. */\nimport { half as h } from "./engine/half.js";\nimport * as sums from "./sums.js";\n'
    "// A reason.\nconsole.log(JSON.stringify([h(8), sums.add(1, 2), new sums.Sum(5).of]));\n",
    "js/engine/half.js": "/** Halve. */\nexport const half = (n) => n / 2;\n",
    "js/sums.js": 'import { half } from "./engine/half.js";\n'
    "export function add(a, b) {\n  return half(2 * a) + b;\n}\n"
    "export class Sum {\n  constructor(of) { this.of = half(of); }\n}\n",
}


def test_a_joined_module_does_what_its_parts_do(tmp_path: Path) -> None:
    text = join_modules("js/page.js", FILES.__getitem__)
    assert "Halve" not in text
    assert "reason" not in text
    assert text.count("n / 2") == 1
    (tmp_path / "page.mjs").write_text(text, encoding="utf-8")
    ended = subprocess.run([node(), str(tmp_path / "page.mjs")], capture_output=True, text=True, timeout=30, check=True)
    assert ended.stdout.strip() == "[4,3,2.5]"


@pytest.mark.parametrize(
    "text",
    ['import thing from "./b.js";\n', "export default 1;\n", "export { a };\n", 'export * from "./b.js";\n'],
    ids=["default import", "default export", "list", "star"],
)
def test_another_form_of_import_or_export_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"js/a\.js: .* no form"):
        join_modules("js/a.js", {"js/a.js": text, "js/b.js": ""}.__getitem__)


def test_modules_that_import_each_other_are_refused() -> None:
    files = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(ValueError, match="imports itself"):
        join_modules("a.js", files.__getitem__)


def test_the_entry_page_can_be_joined(tmp_path: Path) -> None:
    joined = tmp_path / "entry.mjs"
    joined.write_text(join_modules("js/entry.js", lambda path: (SCRIPTS.parent / path).read_text("utf-8")), "utf-8")
    subprocess.run([node(), "--check", str(joined)], timeout=30, check=True)
