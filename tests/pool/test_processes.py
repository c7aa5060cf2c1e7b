"""Work shared out over processes: all of it, in order, and nobody left behind."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Collection
from pathlib import Path

import pytest

from nouvelle_france.pool import Pool, Processes, Queue, Threads, WorkerDiedError, deaf, in_order
from nouvelle_france.pool.sharing import under_way
from tests.cli.running import lives


def square(number: int) -> int:
    return number * number


def die(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("pool", [Processes(1), Processes(2), Threads(1), Threads(3)])
def test_all_work_is_done_in_order(pool: Pool) -> None:
    assert list(in_order(pool, square, range(40))) == [number * number for number in range(40)]


def test_tasks_that_travel_together_come_back_one_by_one() -> None:
    for pool in (Processes(1), Processes(2)):
        assert list(in_order(pool, square, range(11), 4)) == [number * number for number in range(11)]


def test_whoever_leaves_early_does_not_wait_for_tasks_that_have_not_begun() -> None:
    begun: list[int] = []

    def work(number: int) -> int:
        begun.append(number)
        time.sleep(0.2)
        return number

    results = in_order(Threads(1), work, range(100))
    assert next(results) == 0
    results.close()
    assert len(begun) < 4


def test_results_come_with_their_numbers() -> None:
    assert dict(Processes(2).as_finished(square, range(5, 25))) == {number: (number + 5) ** 2 for number in range(20)}


def test_no_more_is_under_way_than_is_allowed() -> None:
    begun: list[int] = []
    at_once: list[int] = []

    def ended(running: Collection[int]) -> list[int]:
        at_once.append(len(running))
        return [max(running)]

    def begin(task: int) -> int:
        begun.append(task)
        return task

    results = list(under_way(range(10, 20), begin, ended, 3))
    assert begun == list(range(10, 20))
    assert sorted(results) == [(number, number + 10) for number in range(10)]
    assert max(at_once) == 3


def test_a_worker_that_is_killed_is_told_of() -> None:
    with pytest.raises(WorkerDiedError, match="was killed"):
        list(Processes(2).as_finished(die, range(10)))


def test_a_worker_that_is_killed_in_the_middle_of_its_answer_is_told_of(tmp_path: Path) -> None:
    """A pipe holds less than the answer: half of it has arrived, and its writer waits for a reader."""
    note = tmp_path / "note"
    answers = Processes(2).as_finished(die_answering, [None, note])
    assert next(answers) == (0, b"")
    note.write_text("nobody reads", encoding="utf-8")
    assert _soon(lambda: note.read_text(encoding="utf-8").isdecimal() and not lives(int(note.read_text())))
    with pytest.raises(WorkerDiedError, match="was killed"):
        next(answers)


def die_answering(note: Path | None) -> bytes:
    if note is None:
        return b""
    while not note.exists():
        time.sleep(0.01)
    note.write_text(str(os.getpid()), encoding="utf-8")
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGKILL)).start()
    return bytes(10_000_000)


class StrangeError(Exception):
    """Can be pickled, but not read back."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


def fail(how: str) -> object:
    if how == "strange":
        raise StrangeError(1, 2)
    if how == "untransferable":
        return lambda: None
    raise ValueError(how)


def test_a_worker_s_error_is_raised_here_with_the_place_where_it_happened() -> None:
    with pytest.raises(ValueError, match="plain") as plain:
        list(Processes(2).as_finished(fail, ["plain"]))
    assert "in fail" in plain.value.__notes__[0]
    with pytest.raises(RuntimeError, match=r"in fail(.|\n)*1 and 2"):
        list(Processes(2).as_finished(fail, ["strange"]))
    with pytest.raises((AttributeError, pickle.PicklingError), match="lambda"):
        list(Processes(2).as_finished(fail, ["untransferable"]))


def test_a_task_may_be_anything_that_travels() -> None:
    assert dict(Processes(2).as_finished(repr, [None, (), [], 0])) == {0: "None", 1: "()", 2: "[]", 3: "0"}


class Unreadable:
    """Can be pickled, but not read where it arrives."""

    def __reduce__(self) -> tuple[object, ...]:
        return int, ("no number",)


class Deadly:
    """Ends the process that reads it."""

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (3,)


class DeadlyWork:
    """Work that cannot even be begun."""

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (3,)

    def __call__(self, number: int) -> int:
        return number


def test_what_cannot_be_read_in_a_worker_is_told_of() -> None:
    with pytest.raises(ValueError, match="no number"):
        list(Processes(2).as_finished(repr, [Unreadable()]))
    with pytest.raises(WorkerDiedError):
        list(Processes(2).as_finished(repr, [Deadly()]))
    with pytest.raises(WorkerDiedError):
        list(Processes(2).as_finished(DeadlyWork(), range(3)))


def test_tasks_and_results_may_be_larger_than_a_pipe() -> None:
    sizes = [3_000_000, 0, 1_000_000, 2_000_000]
    assert [len(it) for it in in_order(Processes(2), bytes, [bytes(size) for size in sizes])] == sizes


def test_another_thread_may_leave_early() -> None:
    left: list[bool] = []

    def leave() -> None:
        results = Processes(2).as_finished(square, range(1_000_000))
        next(results)
        results.close()
        left.append(True)

    thread = threading.Thread(target=leave)
    thread.start()
    thread.join(60)
    assert left


@pytest.mark.unix
def test_whoever_was_forked_meanwhile_holds_up_nobody() -> None:
    results = Processes(2).as_finished(square, range(1_000_000))
    next(results)
    child = os.fork()
    if child == 0:
        time.sleep(300)
        os._exit(0)
    try:
        results.close()
        assert os.waitpid(child, os.WNOHANG) == (0, 0), "it lives, and has our ends of the pipes"
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_a_queue_brings_things_into_order() -> None:
    queue = Queue[str]()
    assert list(queue.put(1, "b")) == []
    assert list(queue.put(0, "a")) == ["a", "b"]
    assert list(queue.put(2, "c")) == ["c"]


@pytest.mark.parametrize("by", ["this thread", "another thread"])
def test_a_signal_waits_until_what_must_be_whole_is_done(by: str) -> None:
    done: list[int] = []
    end = threading.Event()
    if by == "another thread":
        threading.Thread(target=end.wait).start()  # before, so that it is not deaf

    def work() -> None:
        with deaf():
            with deaf():
                os.kill(os.getpid(), signal.SIGINT)
                done.extend(number for number in range(1000))  # time enough to hear it
            done.append(-1)

    with pytest.raises(KeyboardInterrupt):
        work()
    end.set()
    assert done == [*range(1000), -1]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


INTERRUPTED = """
import concurrent.futures._base as library
import os, signal, sys
from nouvelle_france.pool import Threads

def interrupt_at(line):
    lines = 0
    def inside(frame, event, _):
        nonlocal lines
        lines += event == "line"
        if event == "line" and lines == line:
            signal.raise_signal(signal.SIGINT)
        return inside
    return lambda frame, *_: inside if frame.f_code.co_filename == library.__file__ else None

for line in range(1, 150):
    try:
        sys.settrace(interrupt_at(line))
        for number, _ in Threads(2).as_finished(abs, range(10**9)):
            pass
    except KeyboardInterrupt:
        sys.settrace(None)
"""


@pytest.mark.unix
def test_a_ctrl_c_at_any_line_of_the_library_leaves_no_lock_behind() -> None:
    """Otherwise the pool's threads wait for it for ever, and so does whoever leaves the pool."""
    subprocess.run([sys.executable, "-c", INTERRUPTED], check=True, timeout=60)


PARENT = """
import os, sys, time
from pathlib import Path
from nouvelle_france.pool import Processes
from tests.pool.sleepy import sleepy
for _ in Processes(2).as_finished(sleepy, [sys.argv[1]] * 2):
    pass
"""


def test_workers_leave_when_their_parent_is_killed(tmp_path: Path) -> None:
    root = Path(__file__).parent.parent.parent
    with subprocess.Popen([sys.executable, "-c", PARENT, tmp_path], cwd=root, start_new_session=True) as parent:
        try:
            assert _soon(lambda: len(list(tmp_path.iterdir())) == 2)
            parent.kill()
            parent.wait()
            workers = [int(file.name) for file in tmp_path.iterdir()]
            assert _soon(lambda: not any(map(lives, workers)))
        finally:
            if any(lives(int(file.name)) for file in tmp_path.iterdir()):
                os.killpg(parent.pid, signal.SIGKILL)


def _soon(happens: object) -> bool:
    assert callable(happens)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if happens():
            return True
        time.sleep(0.05)
    return False
