"""Charts: whole files that are always the same, colours that everyone tells apart, no global state."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from nouvelle_france import charts

SIGHTS = {
    # Linear RGB as colour-blind eyes see it (Machado, Oliveira and Fernandes 2009, severity 1).
    "usual": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def lab(colour: str, sight: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """A colour in CIE L*a*b*, where distances are as eyes judge them."""
    srgb = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(SIGHTS[sight]) @ linear, 0, 1)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ seen / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("sight", SIGHTS)
def test_everyone_can_tell_the_colours_apart(sight: str) -> None:
    for colours in (charts.SERIES, [paint.wood for paint in charts.PAINTS.values()]):
        for one, other in combinations(colours, 2):
            assert np.linalg.norm(lab(one, sight) - lab(other, sight)) > 20, (one, other)


def drawn(path: Path) -> bytes:
    figure, [[left, right]] = charts.figure(6, 3, "Scores", columns=2)
    charts.interval_bars(left, ["greedy", "random"], [0.7, 0.3], [0.6, 0.2], [0.8, 0.4])
    charts.percent(left.xaxis)
    for place, colour in enumerate(("white", "mauve")):
        paint = charts.paint(colour)
        right.bar(place, place + 1, color=paint.wood, edgecolor=paint.edge, label=colour)
    charts.whole(right.xaxis)
    charts.caption(right, "by colour")
    charts.legend(right, outside=True)
    charts.save(figure, path)
    return path.read_bytes()


def test_the_same_figure_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.svg", "a.png"):
        assert drawn(tmp_path / name) == drawn(tmp_path / f"again-{name}")


def test_an_svg_is_one_with_letters_and_no_date(tmp_path: Path) -> None:
    text = drawn(tmp_path / "a.svg").decode()
    assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert "dc:date" not in text
    for words in ("Scores", "by colour", "greedy", "mauve", "60%"):
        assert f">{words}<" in text


def test_a_png_is_one(tmp_path: Path) -> None:
    assert drawn(tmp_path / "a.PNG").startswith(b"\x89PNG")


def test_another_ending_is_refused_before_and_when_saving(tmp_path: Path) -> None:
    figure, _ = charts.figure(1, 1)
    path = tmp_path / "chart.gif"
    refusal = r"chart\.gif: a chart is written as \.svg or \.png"
    with pytest.raises(charts.ChartError, match=refusal):
        charts.check(path)
    with pytest.raises(charts.ChartError, match=refusal):
        charts.save(figure, path)
    assert list(tmp_path.iterdir()) == []


def apart(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_matplotlib_is_loaded_only_for_a_chart_and_never_pyplot(tmp_path: Path) -> None:
    program = f"""
import sys
from pathlib import Path
from nouvelle_france import charts
print("matplotlib" in sys.modules)
figure, _ = charts.figure(1, 1)
charts.save(figure, Path({str(tmp_path / "a.png")!r}))
import matplotlib
print("matplotlib.pyplot" in sys.modules, matplotlib.rcParams["axes.facecolor"])
"""
    assert apart(program).split() == ["False", "False", "white"]


def test_a_missing_extra_is_named() -> None:
    # None in sys.modules is how Python itself says that a module is not to be found.
    program = """
import sys
sys.modules["matplotlib"] = None
from nouvelle_france import charts
try:
    charts.figure(1, 1)
except charts.ChartError as error:
    print(error)
"""
    assert apart(program) == 'a chart needs the extra "plots": pip install "nouvelle-france[plots]"\n'
