"""Every way to spoil an edition file, with what the error has to say about it."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

TEXT = files("nouvelle_france.edition").joinpath("reconstruction-1.toml").read_text(encoding="utf-8")


class Fault(NamedTuple):
    """Replace ``old`` (found once) by ``new``; the error is at the line where ``at`` now stands, for this key."""

    old: str
    new: str
    at: str | None
    key: str
    says: str


CANNON = "0123\n.4.."
CHURCH_GABLE = "..#.#..\n###.###\n#.....#"
BELFRY = "5 .#.\n4 ###\n3 .@."
STAND = "4 ###\n3 .#.\n2 .@."

FAULTS = {
    # -- the file as a whole
    "another format": Fault("edition/1", "edition/2", "format =", "format", "expected 'nouvelle-france-edition/1'"),
    "unknown key at the top": Fault('\nid = "', '\nyear = 2011\nid = "', "year", "year", "unknown key"),
    "unknown table": Fault("[deck]", "[extras]\n[deck]", "[extras]", "extras", "unknown key"),
    "missing table": Fault("[colours]\n", "[colors]\n", "[colors]", "colors", "unknown key"),
    "missing id": Fault('\nid = "reconstruction-1"\n', "\n", None, "id", "is missing"),
    "empty id": Fault('id = "reconstruction-1"', 'id = " "', "id =", "id", "expected a text"),
    "a value instead of a table": Fault(
        'white = { en = "white", fr = "blanc", pl = "biały" }',
        "white = 1",
        "white = 1",
        "colours.white",
        "expected a table",
    ),
    # -- counts and ids
    "more cubes than digits": Fault("cubes = 5", "cubes = 11", "cubes = 11", "shapes.cubes", "at most 10"),
    "a beam without end": Fault("length = 3\n", "length = 3000000\n", "length = 3", "bonus.beam.length", "at most 10"),
    "a cycle without end": Fault(
        "player_turns = 3", "player_turns = 3000", "player_turns = 3000", "solo.player_turns", "at most 100"
    ),
    "dash in a colour": Fault("\nwhite = {", "\noff-white = {", "off-white", "colours.off-white", "no dash"),
    # -- names
    "unknown language": Fault('pl = "biały"', 'pl = "biały", de = "weiß"', "white =", "colours.white.de", "en, fr, pl"),
    "empty name": Fault('fr = "poutre"', 'fr = ""', 'en = "beam"', "bonus.beam.names.fr", "expected a text"),
    # -- ids
    "capital letter in an id": Fault("[shapes.eel]", "[shapes.Eel]", "[shapes.Eel]", "shapes.Eel", "small letters"),
    "id snow": Fault("[shapes.eel]", "[shapes.snow]", "[shapes.snow]", "shapes.snow", "not 'snow'"),
    "colour snow": Fault("\nwhite = {", "\nsnow = {", "snow = {", "colours.snow", "not 'snow'"),
    "bonus block named like a shape": Fault("[bonus.peg]", "[bonus.eel]", "[bonus.eel]", "bonus.eel", "already"),
    # -- shapes
    "no number of cubes": Fault("[shapes]\ncubes = 5\n", "[shapes]\n", "[shapes]", "shapes.cubes", "is missing"),
    "number of cubes as text": Fault("cubes = 5", 'cubes = "5"', "cubes =", "shapes.cubes", "whole number"),
    "no cubes": Fault("cubes = 5", "cubes = 0", "cubes =", "shapes.cubes", "at least 1"),
    "shape without a picture": Fault(
        f'picture = """\n{CANNON}\n"""\n', "", "[shapes.cannon]", "shapes.cannon.picture", "is missing"
    ),
    "unknown key of a shape": Fault(
        "[shapes.cannon]\n", "[shapes.cannon]\nweight = 5\n", "weight", "shapes.cannon.weight", "names, picture"
    ),
    "digit missing": Fault(CANNON, "0123\n....", 'picture = """\n0123\n....', "shapes.cannon.picture", "0 to 4 once"),
    "digit twice": Fault(CANNON, "0123\n.44.", 'picture = """\n0123\n.44', "shapes.cannon.picture", "0 to 4 once"),
    "digit too large": Fault(CANNON, "0123\n.45.", ".45.", "shapes.cannon.picture", "'5' in column 2"),
    "stray character in a shape": Fault(CANNON, "0123\n.4.x", ".4.x", "shapes.cannon.picture", "'x' in column 3"),
    "uneven rows of a shape": Fault(
        CANNON, "0123\n.4.", '.4.\n"""\n\n[shapes.h', "shapes.cannon.picture", "3 wide; expected 4"
    ),
    "cubes not connected": Fault(CANNON, "012.\n3..4", 'picture = """\n012.\n3', "shapes.cannon.picture", "connected"),
    "touching by an edge only": Fault(
        CANNON, "0123.\n....4", 'picture = """\n0123.', "shapes.cannon.picture", "connected"
    ),
    # -- bonus blocks
    "bonus block without a length": Fault("length = 2\n", "", "[bonus.post]", "bonus.post.length", "is missing"),
    "bonus block of length 0": Fault("length = 2", "length = 0", "length = 0", "bonus.post.length", "at least 1"),
    "length that is true": Fault("length = 2", "length = true", "length = true", "bonus.post.length", "whole number"),
    # -- sites
    "stray character in a plan": Fault(
        CHURCH_GABLE, CHURCH_GABLE.replace("###.#", "##O.#"), "##O.###", "sites.church.plan", "'O' in column 2"
    ),
    "uneven rows of a plan": Fault(
        CHURCH_GABLE, f"{CHURCH_GABLE}.", "#.....#.", "sites.church.plan", "8 wide; expected 7"
    ),
    "tab in a plan": Fault(CHURCH_GABLE, f"{CHURCH_GABLE}\t", "#.....#\t", "sites.church.plan", r"'\t' in column 7"),
    "site without joints": Fault(
        '"""\njoints = []\n\n[sites.mill]', '"""\n\n[sites.mill]', "[sites.church]", "sites.church.joints", "is missing"
    ),
    "joint to nowhere": Fault("[[2, 0], [3, 1]]", "[[2, 0], [4, 0]]", "joints = [\n", "sites.redoubt.joints", "[4, 0]"),
    "joint to itself": Fault(
        "[[2, 0], [3, 1]]", "[[2, 0], [2, 0]]", "joints = [\n", "sites.redoubt.joints", "[2, 0] to itself"
    ),
    "joint of three": Fault(
        "[[2, 0], [3, 1]]", "[[2, 0], [3, 1], [4, 1]]", "joints = [\n", "sites.redoubt.joints", "two columns"
    ),
    "joint of texts": Fault(
        "[[2, 0], [3, 1]]", '[["2", "0"], [3, 1]]', "joints = [\n", "sites.redoubt.joints", "[x, y]"
    ),
    "joints as a number": Fault(
        '"""\njoints = []\n\n[sites.mill]',
        '"""\njoints = 8\n\n[sites.mill]',
        "joints = 8",
        "sites.church.joints",
        "expected a list",
    ),
    "solo colour twice": Fault(
        'solo = "blue"', 'solo = "brown"\n ', 'solo = "brown"\n ', "sites.redoubt.solo", "another"
    ),
    "Winter's colour for a site": Fault('solo = "blue"', 'solo = "white"', 'solo = "w', "sites.redoubt.solo", "Winter"),
    "unknown colour of a site": Fault(
        'solo = "blue"', 'solo = "green"', 'solo = "g', "sites.redoubt.solo", "brown, yellow, blue"
    ),
    "unknown colour of Winter": Fault('winter = "white"', 'winter = "grey"', "winter =", "solo.winter", "'grey'"),
    # -- sticks
    "missing stick": Fault('brown = { marks = "-+2", disk = 6 }\n', "", "[sticks]", "sticks", "one stick a site (3)"),
    "stick of an unknown colour": Fault("\nbrown = { m", "\ngreen = { m", "green =", "sticks.green", "one of white"),
    "too few marks": Fault('"-+2"', '"-+"', "brown = { m", "sticks.brown.marks", "3 marks"),
    "unknown mark": Fault('"-+2"', '"-+3"', "brown = { m", "sticks.brown.marks", "'-+3'"),
    "stick without a disk": Fault(", disk = 6", "", "brown = { m", "sticks.brown.disk", "is missing"),
    "a disk without end": Fault("disk = 6", "disk = 101", "brown = { m", "sticks.brown.disk", "at most 100, found 101"),
    # -- deck
    "piles that do not add up": Fault("[11, 5,", "[10, 5,", "piles = [10", "deck.piles", "36 cards in all"),
    "one-card piles that do not add up": Fault("[6, 6,", "[7, 6,", "one_card", "deck.one_card_piles", "found 37"),
    "empty pile": Fault("[11, 5, 5,", "[16, 0, 5,", "piles = [16", "deck.piles", "at least 1"),
    "too few snow piles": Fault("snow = [2, 4, 6]", "snow = [2, 4]", "snow =", "deck.snow", "3 rising pile numbers"),
    "snow piles in disorder": Fault("snow = [2, 4, 6]", "snow = [4, 2, 6]", "snow =", "deck.snow", "[4, 2, 6]"),
    "two snowflakes in a pile": Fault("snow = [2, 4, 6]", "snow = [2, 4, 4]", "snow =", "deck.snow", "[2, 4, 4]"),
    "snow beyond the piles": Fault("snow = [2, 4, 6]", "snow = [2, 4, 7]", "snow =", "deck.snow", "[2, 4, 7]"),
    "snow in pile 0": Fault("snow = [2, 4, 6]", "snow = [0, 4, 6]", "snow =", "deck.snow", "at least 1, found 0"),
    "display too large": Fault("display = 2", "display = 12", "display = 12", "deck.display", "first pile with snow"),
    # -- solo
    "no player turns": Fault(
        "player_turns = 3", "player_turns = 0", "player_turns =", "solo.player_turns", "at least 1"
    ),
    "constraint turn out of range": Fault(
        "[1, 2, 3] }", "[1, 2, 4] }", "kings-", "solo.constraints.kings-engineer.turns", "1 to 3"
    ),
    "constraint turn twice": Fault(
        "[1, 2, 3] }", "[1, 2, 2] }", "kings-", "solo.constraints.kings-engineer.turns", "rising"
    ),
    "track not rising": Fault(
        "[18, 40, 60]", "[18, 40, 40]", "standard =", "solo.tracks.standard.at", "3 rising places"
    ),
    "track too short": Fault("[18, 40, 60]", "[18, 40]", "standard =", "solo.tracks.standard.at", "found [18, 40]"),
    "track at 0": Fault("[18, 40, 60]", "[0, 40, 60]", "standard =", "solo.tracks.standard.at", "at least 1"),
    "track without end": Fault(
        "[18, 40, 60]", "[18, 40, 101]", "standard =", "solo.tracks.standard.at", "at most 100, found 101"
    ),
    "white's disk without end": Fault("\ndisk = 10", "\ndisk = 1000", "disk = 1000", "solo.disk", "at most 100"),
    "challenge points without end": Fault(
        "challenge_points = 10", "challenge_points = 101", "challenge_points =", "solo.challenge_points", "at most 100"
    ),
    # -- challenges
    "unknown site of a challenge": Fault(
        'site = "church"\nshape = "cross"\ncount = 1',
        'site = "chapel"\nshape = "cross"\ncount = 1',
        'site = "chapel"',
        "solo.challenges.belfry.site",
        "church, mill, redoubt",
    ),
    "unknown shape of a challenge": Fault(
        'shape = "cannon"', 'shape = "beam"', 'shape = "beam"', "solo.challenges.cannons.shape", "'beam'"
    ),
    "more blocks than there are": Fault(
        'shape = "cannon"\ncount = 3',
        'shape = "cannon"\ncount = 5',
        "count = 5",
        "solo.challenges.cannons.count",
        "at most 4",
    ),
    "unknown key of a challenge": Fault(
        "rectangle = [5, 2]", "square = [5, 2]", "square =", "solo.challenges.scythes.square", "pose, at, rectangle"
    ),
    "pose of another shape": Fault(
        BELFRY, "5 ##.\n4 ##.\n3 .@.", 'pose = """\n5 ##.', "solo.challenges.belfry.pose", "does not show a cross"
    ),
    "stray character in a pose": Fault(
        STAND, STAND.replace("3 .#.", "3 .+."), "3 .+.", "solo.challenges.sails.pose", "'+' in column 3"
    ),
    "levels of a pose in disorder": Fault(
        STAND, STAND.replace("3 .#.", "2 .#."), "2 .#.", "solo.challenges.sails.pose", "one less each row"
    ),
    "row of a pose without a level": Fault(
        STAND, STAND.replace("3 .#.", "..#.."), "..#..\n2", "solo.challenges.sails.pose", "expected a level number"
    ),
    "uneven rows of a pose": Fault(
        STAND, STAND.replace("3 .#.", "3 .#"), "3 .#\n", "solo.challenges.sails.pose", "4 wide; expected 5"
    ),
    "too high a pose of two blocks": Fault(
        "3 #.#\n2 ###", "4 #.#\n3 ###", 'pose = """\n4 #.#', "solo.challenges.ramparts.pose", "levels up to 3"
    ),
    "place without a marked cube": Fault(
        BELFRY, BELFRY.replace("@", "#"), "at = [[3, 8]]", "solo.challenges.belfry.at", "marked @"
    ),
    "place without a pose": Fault(
        "rectangle = [5, 2]", "at = [[3, 7]]\n ", "at = [[3, 7]]\n ", "solo.challenges.scythes.at", "marked @"
    ),
    "place off the plan": Fault("[[3, 8]]", "[[3, 7]]", "at = [[3, 7]]\n", "solo.challenges.belfry.at", "[3, 7]"),
    "rectangle of another size": Fault(
        "rectangle = [5, 2]", "rectangle = [5, 3]", "rectangle =", "solo.challenges.scythes.rectangle", "of 10 cubes"
    ),
    "rectangle of three sides": Fault(
        "rectangle = [5, 2]",
        "rectangle = [5, 2, 1]",
        "rectangle =",
        "solo.challenges.scythes.rectangle",
        "[width, height]",
    ),
}


def line_of(text: str, part: str) -> int:
    """The line on which a part of the text begins, leading newlines aside, counted from 1."""
    return text[: text.index(part) + len(part) - len(part.lstrip("\n"))].count("\n") + 1
