"""Requests made from the OpenAPI description, good and bad: a running server always answers as described."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject, SearchStrategy
from schemathesis import Case, GenerationMode
from schemathesis.checks import CheckFunction
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation, BaseSchema
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from nouvelle_france.protocol.rest import Created, CreateTable, Invitation, PaceAsked, Problem, SeatAsked
from nouvelle_france.server.problems import STATUS
from nouvelle_france.tables.errors import Code
from tests.kinds import KINDS
from tests.server.running import running_server, watched

EXAMPLES = 3
"""For each operation, and each of good and bad requests."""

PATIENCE_S = 120
"""What is judged for a retry comes behind everything else on a busy machine."""

EXCLUDED: list[CheckFunction] = [
    positive_data_acceptance,  # a table may be in another state, which no description of a body can say
]

KEY = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
"""The public key of the example in RFC 8291."""

BODIES: dict[str, dict[str, Any]] = {
    "create_table": {"name": "Ana"},
    "begin": {"name": "Ana"},
    "join": {"name": "Ben"},
    "change_rules": {"rules": {"one_card": True}},
    "start": {},
    "take_over": {"name": "Cleo"},
    "words": {"words": "chance"},
    "seat_bot": {"bot": "random"},
    "propose": {"what": "abandon"},
    "answer": {"agree": True},
    "analyse": {},
    "retry": {"moment": 1, "action": {"by": "white", "do": "draw"}},
    "timeline_of": json.loads(KINDS[0].record("openapi").to_json()),
    "play_on": {"name": "Ana", "moment": 12, "record": KINDS[0].record("openapi").to_json()},
    "bring": {"record": KINDS[0].record("openapi").to_json()},
    "subscribe": {"endpoint": "https://localhost/push", "p256dh": KEY, "auth": "A" * 22},
    "set_webhook": {"url": "https://localhost/hook"},
    "solid_of": json.loads(KINDS[0].record("openapi").to_json()),
}
"""A good body for each operation that has one."""


class Scene:
    """A table, a seat of it, and codes and tokens that mean something there."""

    def __init__(self, made: Created) -> None:
        self.table = made.table
        self.seats = [chair.seat for chair in made.snapshot.seats]
        self.tokens = [made.host, *made.tokens.values()]
        self.invite = made.invite
        self.offer = "x" * 33


class Site:
    """A server, and tables of it in every state there is."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        info = self.http.get("/api/info").json()
        self.digest: str = info["editions"][0]["digest"]
        self.over = self._make("bot", "bot")
        self.start(self.over)

    def start(self, scene: Scene) -> None:
        """Begin its game."""
        self._post(scene, "start", {})

    def wait_for_the_end(self) -> None:
        """Of the game the bots play."""
        with watched(str(self.http.base_url).rstrip("/"), self.over.table):
            while self.http.get(f"/api/tables/{self.over.table}").json()["status"] != "over":
                time.sleep(0.05)

    def scenes(self) -> list[Scene]:
        """Fresh tables: waiting, full, played, with a proposal, with a seat on offer, closed; and one that is over."""
        waiting, full, playing, proposed, offered, closed = (
            self._make("me", "open"),
            *(self._make("me", "me") for _ in range(4)),
            self._make("me", "bot"),
        )
        self.start(playing)
        self.start(proposed)
        self._post(proposed, f"seats/{proposed.seats[0]}/propose", {"what": "abandon"}, token=proposed.tokens[1])
        seat = offered.seats[0]
        answer = self._post(offered, f"seats/{seat}/offer", None, token=offered.tokens[1])
        offered.offer = Invitation.model_validate_json(answer.content).code
        self._post(closed, "close", None)
        return [waiting, full, playing, proposed, offered, closed, self.over]

    def _make(self, *kinds: str) -> Scene:
        seats = [SeatAsked.model_validate({"kind": it, "bot": "random" if it == "bot" else None}) for it in kinds]
        asked = CreateTable(name="Ana", seats=seats, public=True, pace=PaceAsked(bot_seconds=0))
        answer = self.http.post("/api/tables", json=asked.model_dump()).raise_for_status()
        return Scene(Created.model_validate_json(answer.content))

    def _post(self, scene: Scene, what: str, body: Any, token: str | None = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token or scene.tokens[0]}"}
        return self.http.post(f"/api/tables/{scene.table}/{what}", json=body, headers=headers).raise_for_status()


OPTIONS = (
    "--no-limits", "--stand-in-after", "0",  # nobody is ever present here
    "--inside-host", "localhost", "--webhook-host", "localhost", "--notice-delay", "86400",
)  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("openapi")
    with running_server(f"sqlite:///{folder / 'tables.sqlite'}", folder, *OPTIONS, forked=True) as server:
        with httpx.Client(base_url=server.url, timeout=30, trust_env=False) as http:
            yield Site(http)
        log = server.log.read_text()
        assert "Traceback" not in log
        assert '"failed"' not in log


def problem_of_the_closed_list(_context: Any, response: Any, _case: Case[Any]) -> None:
    """Every refusal is a Problem, with a code that belongs to its status, and no failure of the server itself."""
    assert response.status_code < 500, response.text
    if response.status_code >= 400:
        found = Problem.model_validate_json(response.content)
        assert response.status_code == STATUS.get(found.code, 409)


class Asking:
    """Sends cases to a server, has the answers checked, and remembers what statuses there were."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._session = requests.Session()
        self._session.trust_env = False
        self.statuses: dict[str, set[int]] = defaultdict(set)

    def ask(self, case: Case[Any], mended: bool = False) -> None:
        """``mended``: what was wrong with the case may have been replaced by something good."""
        response = case.call_and_validate(
            base_url=self._url,
            session=self._session,
            timeout=PATIENCE_S,
            additional_checks=[problem_of_the_closed_list],
            excluded_checks=[*EXCLUDED, *([negative_data_rejection] if mended else [])],
        )
        self.statuses[case.operation.label].add(response.status_code)

    def close(self) -> None:
        self._session.close()


def plain_cases(operation: APIOperation[Any, Any, Any, Any], scene: Scene, digest: str) -> Iterator[Case[Any]]:
    """What a client would really ask for, with each token of the scene."""
    name = str(operation.definition.raw["operationId"]).partition("_api_")[0]
    known = {
        "table": scene.table,
        "seat": scene.seats[0],
        "digest": digest,
        "site": "mill",
        "format": "3mf",
        "moment": 3,
        "target": "0" * 64,
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
    }
    wanted = [parameter.name for parameter in operation.path_parameters]
    # Where a token opens nothing or no seat is named, another one would be the same request again.
    for token in scene.tokens if "security" in operation.definition.raw else scene.tokens[:1]:
        for seat in scene.seats if "seat" in wanted or name == "retry" else scene.seats[:1]:
            body = dict(BODIES.get(name, {}))
            if name == "take_over":
                body["offer"] = scene.offer
            if name == "retry":  # what began the game, where it is over
                body |= {"moment": 1, "action": {"by": seat, "do": "draw"}}
            known["seat"] = seat
            case: Case[Any] = operation.Case(
                path_parameters={it: known[it] for it in wanted}, headers={"Authorization": f"Bearer {token}"}
            )
            if operation.body:
                case.body, case.media_type = body, "application/json"
            yield case


def known_words(site: Site, scenes: list[Scene]) -> SearchStrategy[dict[str, Any]]:
    """Real words to put in the place of some of those made up: of one table, or of several mixed."""
    one = st.sampled_from(scenes)
    scene = st.shared(one, key="scene")

    def of(pick: Any) -> SearchStrategy[str]:
        return st.one_of(scene, scene, one).flatmap(lambda found: st.sampled_from(pick(found)))

    return st.fixed_dictionaries(
        {},
        optional={
            "table": of(lambda it: [it.table]),
            "seat": of(lambda it: it.seats),
            "token": of(lambda it: it.tokens),
            "invite": of(lambda it: [it.invite]),
            "offer": of(lambda it: [it.offer]),
            "digest": st.just(site.digest),
            "after": of(lambda it: [f"9{'0' * 12}-{it.table}"]),
            "edition": st.just(site.digest),
        },
    )


def put_in(case: Case[Any], words: dict[str, Any]) -> None:
    for name, word in words.items():
        if name in case.path_parameters:
            case.path_parameters[name] = word
        if name in case.query and name == "after" and case.operation.path == "/api/tables":
            case.query[name] = word
        if isinstance(case.body, dict) and name in case.body:
            case.body[name] = word
    if "token" in words:
        case.headers["Authorization"] = f"Bearer {words['token']}"


def test_every_answer_is_as_described(site: Site) -> None:
    url = str(site.http.base_url)
    described: BaseSchema = schemathesis.openapi.from_dict(site.http.get("/api/openapi.json").json())
    site.wait_for_the_end()
    asking = Asking(url)
    unchanged = site.scenes()
    try:
        for result in described.get_all_operations():
            assert isinstance(result, Ok)
            operation = result.ok()
            # Whoever only looks leaves everything as it is for the next who looks.
            looks = operation.method == "get"
            for scene in unchanged if looks else site.scenes():
                for case in plain_cases(operation, scene, site.digest):
                    asking.ask(case)
            words = known_words(site, unchanged if looks else site.scenes())
            ask_at_random(operation, GenerationMode.POSITIVE, words, asking)
            if operation.path_parameters or operation.query or operation.body:  # else nothing could be wrong
                ask_at_random(operation, GenerationMode.NEGATIVE, words, asking)
    finally:
        asking.close()
    assert len(asking.statuses) > 20
    for label, statuses in asking.statuses.items():
        assert statuses & {200, 201, 204}, f"{label}: nothing but {statuses}"
        if "{" in label:
            assert any(status >= 400 for status in statuses), f"{label}: nothing but {statuses}"


def ask_at_random(
    operation: APIOperation[Any, Any, Any, Any],
    mode: GenerationMode,
    words: SearchStrategy[dict[str, Any]],
    asking: Asking,
) -> None:
    cases = operation.as_strategy(generation_mode=mode)

    # Shrinking would ask the server the same again, whose tables have changed in between.
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def ask(data: DataObject) -> None:
        case = data.draw(cases)
        mended = mode is GenerationMode.POSITIVE or data.draw(st.booleans())
        if mended:
            put_in(case, data.draw(words))
        asking.ask(case, mended)

    ask()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 422, Code.BAD_MESSAGE),
        (b"{", 422, Code.BAD_MESSAGE),
        (b"[" * 60_000, 422, Code.BAD_MESSAGE),
        (b"\xff\xfe{", 422, Code.BAD_MESSAGE),
        (b"9" * 5_000, 422, Code.BAD_MESSAGE),
        (b'{"name":"\\ud800"}', 422, Code.BAD_MESSAGE),
        (b'{"name":"Ana","\\ud800":1}', 422, Code.BAD_MESSAGE),
        (b'{"name":"\\u0000"}', 422, Code.BAD_MESSAGE),
        (b'{"name":"Ana","pace":{"bot_seconds":NaN}}', 422, Code.BAD_MESSAGE),
        (b'{"name":"Ana","pace":{"turn_seconds":1e999}}', 422, Code.BAD_MESSAGE),
        (b'{"name":"Ana","seats":[]}', 422, Code.BAD_OPTIONS),
        (b'{"name":"Ana","seats":[{"kind":"me"}]}', 422, Code.BAD_OPTIONS),
        (b'{"name":"Ana","seats":[{"kind":"me","seat":"white"},{"kind":"me","seat":"white"}]}', 422, Code.BAD_OPTIONS),
        (b'{"name":"Ana","seats":[{},{},{},{},{},{},{},{}]}', 422, Code.BAD_OPTIONS),
        (b'{"name":"Ana","mode":"solo","seats":[]}', 422, Code.BAD_OPTIONS),
        (b'{"name":"Ana","mode":"solo","solo":{"track":"no-such"}}', 422, Code.BAD_OPTIONS),
        (b'{"name":"Ana","solo":{}}', 422, Code.BAD_OPTIONS),
        (b'{"name":"Ana","edition":"no-such"}', 404, Code.UNKNOWN_EDITION),
        (b'{"name":"Ana","stand_in":"no-such"}', 422, Code.UNKNOWN_BOT),
        (b'{"name":"Ana","seats":[{"kind":"me"},{"kind":"bot","bot":"no-such"}]}', 422, Code.UNKNOWN_BOT),
        (b" " * 70_000, 413, Code.TOO_LARGE),
    ],
    ids=lambda value: repr(value[:60]) if isinstance(value, bytes) else None,
)
def test_awkward_bodies(site: Site, body: bytes, status: int, code: Code) -> None:
    answer = site.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, Problem.model_validate_json(answer.content).code) == (status, code)


def test_paths_and_methods_nobody_described(site: Site) -> None:
    for path in (
        "/api",
        "/api/",
        "/api/tables/",
        "/api/socket",
        "/redoc",
        "/api/tables/%00",
        "/api/%ff/x",
        "/..%2f..%2fx",
    ):
        answer = site.http.get(path)
        assert answer.status_code in (404, 422), path
        assert Problem.model_validate_json(answer.content).code in (Code.NOT_FOUND, Code.BAD_MESSAGE)
    described = site.http.get("/api/openapi.json").json()["paths"]
    assert len(described) > 15
    for path, operations in described.items():
        for method in ("PATCH", "TRACE", "HEAD", "PUT", "DELETE"):
            if method.lower() not in operations:
                answer = site.http.request(method, path.replace("{table}", "A" * 12).replace("{seat}", "white"))
                assert answer.status_code == 405, (method, path)
                assert answer.headers["Allow"]
                if method != "HEAD":
                    assert Problem.model_validate_json(answer.content).code == Code.NOT_ALLOWED


def test_the_description_says_who_may_ask(site: Site) -> None:
    described = site.http.get("/api/openapi.json").json()
    (scheme,) = described["components"]["securitySchemes"].items()
    assert scheme[1]["type"] == "http"
    assert scheme[1]["scheme"] == "bearer"
    security = {
        (method, path): operation.get("security")
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    }
    free = [("get", path) for path in ("/healthz", "/metrics", "/api/info", "/api/editions/{digest}", "/api/tables")]
    free += [
        ("get", f"/api/tables/{{table}}/{what}") for what in ("record", "fairness", "timeline", "moments/{moment}")
    ]
    free += [("get", "/api/days"), ("get", "/api/days/{date}"), ("get", "/api/notices"), ("post", "/api/tables/bring")]
    free += [("post", "/api/timeline"), ("post", "/api/solids/{site}/{format}"), ("post", "/api/tables")]
    free += [("post", "/api/enter"), ("post", "/api/tables/play-on"), ("get", "/api/tables/{table}/analysis")]
    free += [("post", f"/api/tables/{{table}}/analysis{what}") for what in ("", "/retry")]
    free += [("post", f"/api/tables/{{table}}/{what}") for what in ("join", "take-over")]
    either = [("get", f"/api/tables/{{table}}{what}") for what in ("", "/events", "/news")]
    either += [("post", "/api/days/{date}")]
    needed: list[dict[str, list[str]]] = [{scheme[0]: []}]
    for what, asked in security.items():
        expected = None if what in free else [*needed, {}] if what in either else needed
        assert asked == expected, what
    assert set(free) | set(either) < set(security)
