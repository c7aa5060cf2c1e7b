"""What is compiled once is kept, and whoever waits for the compiler is told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def said_twice(program: str, cache: Path) -> list[str]:
    """What a program prints where nothing is compiled yet, and what it prints the next time."""
    command = [sys.executable, "-c", program]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    return [
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout for _ in range(2)
    ]


def test_it_is_told_when_something_is_compiled_and_not_when_it_is_loaded(tmp_path: Path) -> None:
    program = (
        "import numpy as np\n"
        "from nouvelle_france.core.chance import below\n"
        "from nouvelle_france.core.compiling import telling\n"
        "with telling(lambda: print('compiling')):\n"
        "    below(np.zeros(1, np.uint64), 3)\n"
    )
    assert said_twice(program, tmp_path) == ["compiling\n", ""]


def test_of_two_that_need_the_same_one_compiles_and_the_other_waits(tmp_path: Path) -> None:
    needs = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "import numpy as np\n"
        "from nouvelle_france.core.chance import below, random_word\n"
        "from nouvelle_france.core.compiling import telling\n"
        "begun = Path(sys.argv[1])\n"
    )
    first = (
        "def compiling():\n"
        "    begun.touch()\n"
        "    time.sleep(3)\n"
        "with telling(compiling):\n"
        "    below(np.zeros(1, np.uint64), 3)\n"
    )
    second = "while not begun.exists():\n    time.sleep(0.01)\nbelow(np.zeros(1, np.uint64), 3)\n"
    tell = "print(sum(below.stats.cache_hits.values()), sum(below.stats.cache_misses.values()))"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    running = [
        subprocess.Popen(
            [sys.executable, "-c", needs + does + tell, str(tmp_path / "begun")],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for does in (first, second)
    ]
    assert [process.communicate(timeout=100)[0] for process in running] == ["0 1\n", "1 0\n"]


def test_threads_that_compile_do_not_wait_for_each_other(tmp_path: Path) -> None:
    """One has our lock and wants Numba's, the other, which compiles a function of its own, the other way round."""
    program = (
        "import time, threading\n"
        "import numba, numpy as np\n"
        "from nouvelle_france.core.chance import below, random_word\n"
        "from nouvelle_france.core.compiling import one_at_a_time\n"
        "ours = threading.Event()\n"
        "@numba.njit\n"
        "def somebody_elses(rng):\n"
        "    return below(rng, 3)\n"
        "def call():\n"
        "    ours.wait()\n"
        "    somebody_elses(np.zeros(1, np.uint64))\n"
        "other = threading.Thread(target=call)\n"
        "other.start()\n"
        "with one_at_a_time():\n"
        "    ours.set()\n"
        "    time.sleep(1)\n"
        "    random_word(np.zeros(1, np.uint64))\n"
        "other.join()\n"
        "print('both')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == "both\n"


def test_compiled_code_is_kept_and_numbas_setting_left_alone(tmp_path: Path) -> None:
    program = (
        "import numba, numpy as np\n"
        "from nouvelle_france.core.chance import random_word\n"
        "random_word(np.zeros(1, np.uint64))\n"
        "print(sum(random_word.stats.cache_hits.values()), repr(numba.config.CACHE_DIR))"
    )
    assert said_twice(program, tmp_path) == [f"{hits} {str(tmp_path)!r}\n" for hits in (0, 1)]
