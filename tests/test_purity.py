"""The library stands on the standard library alone, keeps its layers, and does the same in every process."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import nouvelle_france

PACKAGE = Path(nouvelle_france.__file__).parent
COMMAND = Path(sys.executable).with_name("nouvelle-france")


def _python(*arguments: str, hash_seed: str = "0") -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run(arguments, capture_output=True, text=True, check=True, env=environment).stdout


def test_import_brings_in_nothing_but_the_standard_library() -> None:
    program = "import sys; before = set(sys.modules); import nouvelle_france; print(*(set(sys.modules) - before))"
    modules = {name.partition(".")[0] for name in _python(sys.executable, "-c", program).split()}
    assert modules - set(sys.stdlib_module_names) == {"nouvelle_france"}


def test_rules_touch_no_files_clock_or_global_randomness() -> None:
    allowed = {
        *("__future__", "abc", "collections", "dataclasses", "enum", "functools", "itertools", "typing"),
        *("random", "nouvelle_france"),
    }
    for layer in ("geometry", "rules"):
        for file in (PACKAGE / layer).glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    raise AssertionError(f"{file.name}: imports {node.names[0].name}")
                if isinstance(node, ast.ImportFrom) and node.module:
                    assert node.module.partition(".")[0] in allowed, f"{file.name}: imports {node.module}"
                    if node.module == "random":
                        assert [name.name for name in node.names] == ["Random"], file.name
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    assert node.func.id not in ("open", "print", "input", "hash", "id"), f"{file.name}: {node.func.id}"


def test_the_same_seed_gives_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    for mode in (["--bots", "random,greedy,random"], ["--mode", "solo", "--architecture", "all", "--bots", "random"]):
        written = []
        for hash_seed, jobs in (("1", "1"), ("2", "2")):
            out = tmp_path / f"{hash_seed}.jsonl"
            simulate = ["simulate", *mode, "--games", "8", "--seed", "7", "--jobs", jobs, "--out", str(out)]
            _python(str(COMMAND), *simulate, hash_seed=hash_seed)
            written.append(out.read_bytes())
        assert written[0] == written[1]
        assert written[0].count(b"\n") == 8
