"""The figures: made by the rules, shown where they belong, told in every language with the rules' own numbers."""

from __future__ import annotations

import json
import re

import pytest

import nouvelle_france as nf
from nouvelle_france.edition import LANGUAGES
from nouvelle_france.geometry import Cube
from nouvelle_france.record.moves import read_action
from nouvelle_france.rulebook import (
    BlocksFigure,
    BoardFigure,
    FigureError,
    caption,
    describe,
    figures,
    load,
    steps_of,
    write_figure,
)
from nouvelle_france.rulebook.drawing import draw_first, draw_step, key, letters, plain
from nouvelle_france.rulebook.figure import make
from nouvelle_france.rulebook.telling import plural, words
from nouvelle_france.rules.events import Completed, GameOver, Placed, SnowFell, WinterChose

EDITION = nf.default_edition()
BOARDS = {id: figure for id, figure in figures().items() if isinstance(figure, BoardFigure)}

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_board = pytest.mark.parametrize("id", BOARDS)


def gains(id: str) -> list[dict[str, int]]:
    """What each step of a figure scores."""
    return [dict(step.gain) for step in BOARDS[id].steps]


def refusals(id: str) -> list[str | None]:
    """Which rule refuses each step."""
    return [step.refusal.rule if step.refusal else None for step in BOARDS[id].steps]


# -- where they are shown --------------------------------------------------------------------------------------------


@each_language
def test_every_figure_is_shown_and_captioned_and_every_one_shown_exists(language: str) -> None:
    shown = [id for rule in load(language) for id in rule.figures]
    assert sorted(shown) == sorted(figures())
    assert set(words(language).captions) == set(figures())
    assert set(words(language).phrases) == set(words("en").phrases)


def test_every_kind_of_thing_has_its_figure() -> None:
    """Every shape, plan, placement rule, link, joint, snowfall and challenge, and the books' examples."""
    shapes = {shape.id for figure in figures().values() if isinstance(figure, BlocksFigure) for shape in figure.shapes}
    assert shapes == {shape.id for shape in EDITION.all_shapes}
    assert {f"plan-{site}" for site in EDITION.site_ids} <= set(BOARDS)
    assert set(EDITION.challenge_ids) <= set(BOARDS)
    assert {it.id for it in EDITION.solo.constraints if it.turns} <= set(BOARDS)
    assert {it.id for it in EDITION.solo.tracks[1:]} <= set(BOARDS)  # the first is the usual one
    book = load("en")
    with_figure = {rule.key for rule in book if rule.figures}
    assert {key for key in book.numbers if key.startswith(("PLC-", "SCO-"))} <= with_figure
    assert {"SNW-1", "SNW-2", "END-1", "SOL-4", "SOL-5", "SOL-7", "CMPL-1"} <= with_figure


@each_board
def test_a_refusal_is_of_a_rule_that_shows_the_figure_or_that_it_names(id: str) -> None:
    shown_by = {rule.key for rule in load("en") if id in rule.figures}
    for rule in filter(None, refusals(id)):
        assert rule in shown_by or (rule, shown_by) in [("CHA-5", {f"CHA-{number}"}) for number in (2, 3, 4)], rule


@each_language
def test_no_number_of_a_caption_is_typed(language: str) -> None:
    """What is left of a caption without its slots holds no digit but those of levels, which every figure shows."""
    for text in words(language).captions.values():
        typed = re.sub(r"\{[^}]*\}", "", text)
        typed = re.sub(r"(level|piętro) \d|\d(er|e)\b", "", typed, flags=re.IGNORECASE)
        assert not re.search(r"\d", typed), typed


@each_language
def test_a_caption_tells_what_is_scored(language: str) -> None:
    """Its slots name steps that score, or that a rule refuses; a figure whose last step scores has one."""
    silent = {"on-the-plan", "three-levels", "stands-or-tips", "leaning", "same-placement", "last-column"}
    silent |= {"artisan", "master-builder", "kings-engineer"}
    for id, figure in BOARDS.items():
        slots = re.findall(r"\{(\d+)\.(\w+)", words(language).captions[id])
        for number, name in slots:
            step = figure.steps[int(number) - 1]
            assert (name == "rule") == (step.refusal is not None and not step.gain), id
        if figure.steps and figure.steps[-1].gain and id not in silent:
            assert slots, id


# -- the books' worked examples --------------------------------------------------------------------------------------


def test_sco_5_the_books_examples() -> None:
    assert gains("example-two-new") == [{"brown": 2}]
    assert gains("example-one-new") == [{"yellow": 1}]
    assert gains("example-one-linked") == [{"white": 3}]
    assert gains("example-joint") == [{"brown": 3}]
    assert scored("example-two-new") == {"brown": (2, 0)}
    assert scored("example-one-new") == {"yellow": (1, 0)}
    assert scored("example-one-linked") == {"white": (2, 1)}
    assert scored("example-joint") == {"brown": (2, 1)}


def scored(id: str) -> dict[str, tuple[int, int]]:
    """New and linked cubes of the last placement, by colour."""
    placed = [event for step in BOARDS[id].steps for event in step.events if isinstance(event, Placed)][-1]
    return {it.colour: (len(it.new), len(it.linked)) for it in placed.scored}


def test_sco_5_the_joint_is_on_the_middle_level() -> None:
    step = BOARDS["example-joint"].steps[0]
    (placed,) = (event for event in step.events if isinstance(event, Placed))
    assert {level for it in placed.scored for _, _, level in (*it.new, *it.linked)} == {2}


def test_snw_2_the_books_example() -> None:
    step = BOARDS["example-snowfall"].steps[0]
    (fell,) = (event for event in step.events if isinstance(event, SnowFell))
    counts = {it.site: tuple(it.cubes[colour] for colour in EDITION.colour_ids) for it in fell.sites}
    assert counts == {"church": (1, 3, 4, 0), "redoubt": (2, 2, 3, 1), "mill": (2, 3, 1, 1)}
    assert {it.site: it.mark for it in fell.sites} == {"church": 1, "redoubt": 2, "mill": -1}
    assert step.gain == {"white": 1 + 4 - 2, "brown": 3 + 4 - 3, "yellow": 4 + 6 - 1, "blue": 0 + 2 - 1}
    assert step.before.snow_may_come  # as many cards are used up as the piles ask for


def test_sol_4_the_books_examples() -> None:
    assert gains("solo-square") == [{"brown": 2, "white": 1}]
    assert gains("solo-scythe") == [{"yellow": 3, "white": 1}]
    assert gains("solo-eel") == [{"yellow": 5, "white": 3}]
    assert scored("solo-eel")["white"] == (1, 2)


def test_sol_5_the_books_example() -> None:
    figure = BOARDS["winter-example"]
    assert figure.first.display == ("cannon", "weathercock", "square")
    assert [step.gain for step in figure.steps] == [{"white": 2}, {"white": 3}, {"white": 5}]
    assert refusals("winter-example") == ["SOL-5", "SOL-5", None]
    assert isinstance(figure.steps[2].events[0], WinterChose)
    others = [
        building for site, building in zip(EDITION.site_ids, figure.first.buildings, strict=True) if site != "mill"
    ]
    assert not any(building.placed for building in others)


# -- what the other figures say --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "rules"),
    [
        ("from-above", ["PLC-1", "PLC-1", None]),
        ("any-way-round", [None, None, None]),
        ("on-the-plan", ["PLC-3", None]),
        ("three-levels", ["PLC-4", None]),
        ("stands-or-tips", ["PLC-5", None]),
        ("leaning", [None]),
        ("bonus-instead", ["BON-1", None]),
        ("artisan", ["CHA-5", None]),
        ("master-builder", ["CHA-5", None]),
        ("kings-engineer", ["CHA-5", None]),
    ],
)
def test_what_is_refused(id: str, rules: list[str | None]) -> None:
    assert refusals(id) == rules


def test_plc_5_leaning_takes_what_free_standing_refuses() -> None:
    assert BOARDS["leaning"].steps[0].move["cubes"] == BOARDS["stands-or-tips"].steps[0].move["cubes"]


def test_plc_7_the_two_are_one() -> None:
    first, second = (step.after.buildings for step in BOARDS["same-placement"].steps)
    assert first == second


def test_sco_1_the_chain_leads_on() -> None:
    assert scored("chain") == {"white": (2, 3)}


def test_sco_1_an_edge_is_no_link() -> None:
    step = BOARDS["edge-is-no-link"].steps[0]
    assert scored("edge-is-no-link") == {"white": (2, 0)}
    white = {(0, 2, 2), (0, 4, 2), (0, 5, 1), (0, 3, 3)}
    for cube in white:  # each has another that it meets at an edge, and none that it meets at a face
        apart = [sorted(abs(one - other) for one, other in zip(cube, it, strict=True)) for it in white - {cube}]
        assert [0, 1, 1] in apart
        assert [0, 0, 1] not in apart
    assert step.move["cubes"][0] == [0, 5, 1]


def test_una_3_nobody_takes_it() -> None:
    figure = BOARDS["back-to-the-box"]
    assert [len(step.after.display) for step in figure.steps] == [3, 3, 2]
    assert "cross (white)" in steps_of(figure, "en")[-1]
    assert figure.steps[-1].after.active == figure.first.active


@pytest.mark.parametrize("track", [it.id for it in EDITION.solo.tracks[1:]])
def test_cha_6_the_beam_is_reached_where_the_track_has_it(track: str) -> None:
    step = BOARDS[track].steps[0]
    (at,) = (it.at[0] for it in EDITION.solo.tracks if it.id == track)
    assert step.after.score("brown") == at > step.before.score("brown")
    assert step.after.due


def test_sco_2_without_snow_it_would_be_more() -> None:
    step = BOARDS["snow-breaks-links"].steps[0]
    placed = next(event for event in step.events if isinstance(event, Placed))
    pose = nf.placement_table(EDITION).pose(placed.placement)
    white = EDITION.colour_ids.index("white")
    points = [step.before.buildings[1].points(pose, white, white, snow) for snow in (0, 1)]
    assert points[0] > points[1] == step.gain["white"] == 1


def test_sco_3_the_joint_links_what_does_not_touch() -> None:
    step = BOARDS["joint"].steps[0]
    (placed,) = (event for event in step.events if isinstance(event, Placed))
    (blue,) = placed.scored
    assert not any(touch(new, linked) for new in blue.new for linked in blue.linked)
    joints = {frozenset(joint) for joint in EDITION.sites[2].joints}
    assert {frozenset((new[:2], linked[:2])) for new in blue.new for linked in blue.linked} <= joints


def touch(one: Cube, other: Cube) -> bool:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) == 1


def test_cmpl_1_the_last_three_columns() -> None:
    step = BOARDS["last-column"].steps[0]
    assert step.before.buildings[0].heights.count(0) == 3
    assert any(isinstance(event, Completed) for event in step.events)


def test_aly_2_and_3_double_and_half() -> None:
    assert gains("fille") == [{"white": 5}, {"white": 5}]
    assert gains("coureur") == [{"white": 5}, {"white": 5}, {"yellow": 2}]
    assert gains("fille-and-beam") == [{"white": 3}, {"white": 3}]


def test_end_2_the_tie_is_decided_by_tokens_face_down() -> None:
    figure = BOARDS["tie"]
    (over,) = (event for event in figure.steps[0].events if isinstance(event, GameOver))
    assert over.scores["white"] == over.scores["brown"]
    assert (over.winners, over.decided_by) == (("white",), "allies")
    assert [3 - held.bit_count() for held in figure.first.tokens[:2]] == [1, 2]


def test_sol_11_the_disk_makes_the_difference() -> None:
    figure = BOARDS["solo-end"]
    assert min(figure.first.scores[1:]) < figure.first.scores[0]
    (over,) = (event for event in figure.steps[0].events if isinstance(event, GameOver))
    assert over.winners == ("player",)
    assert over.disks == {"white": -10}


@pytest.mark.parametrize("challenge", EDITION.challenge_ids)
def test_cha_7_each_challenge_is_earned(challenge: str) -> None:
    figure = BOARDS[challenge]
    assert [EDITION.challenge_ids[number] for number in figure.steps[-1].after.earned] == [challenge]
    site = EDITION.solo.challenges[EDITION.challenge_ids.index(challenge)].site
    colour = next(it.solo_colour for it in EDITION.sites if it.id == site)
    assert figure.steps[-1].gain[colour] > EDITION.solo.challenge_points


@each_board
def test_steps_are_what_the_rules_play(id: str) -> None:
    """Each accepted step is legal where it is played, and scores what its events say."""
    for step in BOARDS[id].steps:
        if step.refusal is None:
            assert read_action(step.before, step.move) in step.before.legal
        else:
            assert step.after is step.before


# -- declaring figures -----------------------------------------------------------------------------------------------

BEAM = "bonus beam-white mill 0,1,1 0,2,1 0,3,1"


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        ({"steps": [f"refused {BEAM}"]}, "nothing forbids it"),
        ({"steps": [BEAM.replace("white", "brown")]}, "BON-1"),
        ({"steps": ["draw twice"]}, "too many words"),
        ({"standing": ["white eel-white mill 0,0,2 1,0,2 2,0,2 2,0,3 3,0,3"]}, "PLC-1"),
        ({"standing": ["green eel-white mill 0,0,1 1,0,1 2,0,1 2,0,2 3,0,2"]}, "no such block"),
        ({"scenery": "trees"}, "unknown scenery"),
    ],
)
def test_a_figure_that_cannot_be(declared: dict[str, object], why: str) -> None:
    with pytest.raises(FigureError, match=f"figure wrong: .*{why}"):
        make("wrong", declared, EDITION)


# -- telling, drawing, writing ---------------------------------------------------------------------------------------


@each_language
@pytest.mark.parametrize("id", figures())
def test_a_figure_is_told_and_drawn_in_every_language(id: str, language: str) -> None:
    figure = figures()[id]
    told = [caption(figure, language), *describe(figure, language)]
    assert all(told)
    assert not any(re.search(r"[{}|]", text) for text in told)
    drawn = plain(draw_first(figure, language))
    if isinstance(figure, BlocksFigure):
        assert len(describe(figure, language)) == 4 * len(figure.shapes)
        assert sum(drawn.count(f" {letter}") for letter in letters(EDITION, language).values()) >= 5
        return
    assert len(steps_of(figure, language)) == len(figure.steps)
    for step in figure.steps:
        picture = plain(draw_step(step, language))
        cubes = len(step.move.get("cubes", ()))
        assert (picture.count("#"), picture.count("*")) == ((cubes, 0) if step.refusal else (0, cubes))


def test_a_drawing() -> None:
    figure = BOARDS["joint"]
    assert plain(draw_step(figure.steps[0], "en")).splitlines()[-2:] == [
        " ·    *W*B*Y*L     ·    ·     ·*W · ·     ·    ·     · · · ·     ·",
        " · · ·         L x L    · · ·         Y B W    · · ·         · · ·",
    ]
    assert key(EDITION, "pl").startswith("B biały, R brązowy, Ż żółty, N niebieski.")


@each_language
def test_a_description_names_every_cube_and_its_colour(language: str) -> None:
    figure = BOARDS["joint"]
    colour = {it.id: it.names[language] for it in EDITION.colours}
    told = " ".join(describe(figure, language))
    for name, cell in (("blue", "6,8,1"), ("blue", "7,9,1"), ("white", "4,8,2"), ("yellow", "7,9,2")):
        assert f"{colour[name]} {cell}" in told


@pytest.mark.parametrize(
    ("language", "number", "form"),
    [
        *[("en", number, form) for number, form in ((0, "other"), (1, "one"), (2, "other"))],
        *[("fr", number, form) for number, form in ((0, "one"), (1, "one"), (2, "other"))],
        *[("pl", number, form) for number, form in ((1, "one"), (3, "few"), (5, "many"), (12, "many"), (22, "few"))],
    ],
)
def test_nouns_follow_their_number(language: str, number: int, form: str) -> None:
    assert plural(language, number) == form


@each_language
@pytest.mark.parametrize("id", figures())
def test_a_figure_as_json(id: str, language: str) -> None:
    figure = figures()[id]
    written = json.loads(json.dumps(write_figure(figure, language)))
    assert written["id"] == id
    assert written["rules"] == [rule.key for rule in load(language) if id in rule.figures]
    if isinstance(figure, BlocksFigure):
        assert written["kind"] == "blocks"
        assert {len(block["cubes"]) for block in written["blocks"]} <= {1, 2, 3, 5}
        return
    assert written["kind"] == "board"
    assert set(written["sites"]) <= set(EDITION.site_ids)
    position = written["first"]
    for step, shown in zip(figure.steps, written["steps"], strict=True):
        before = written["first"] if shown["again"] else position
        if shown["refused"]:
            assert shown["refused"]["anchor"] == shown["refused"]["rule"].lower()
            assert shown["position"] == before
        elif shown["position"]["result"] is None:  # at the end disks count too
            for colour, points in shown["gain"].items():
                assert shown["position"]["scores"][colour] - before["scores"][colour] == points
        position = shown["position"]
        assert shown["gain"] == dict(step.gain)
