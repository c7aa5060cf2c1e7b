"""Who sits where: taking seats, handing them on, bots on them."""

from __future__ import annotations

from fastapi import APIRouter, Request

from nouvelle_france.protocol.rest import Answer, Invitation, Join, Ok, Propose, SeatBot, Seated, Start, TakeOver
from nouvelle_france.server.limits import address, address_key
from nouvelle_france.server.process import process_of, rooms_of
from nouvelle_france.server.routes.asking import Bearer, SeatInPath, TableInPath, admit, reception_of

router = APIRouter(prefix="/api/tables/{table}", tags=["seats"])


@router.post("/join", status_code=201)
async def join(request: Request, table: TableInPath, asked: Join) -> Seated:
    """Take an open seat. Only this answer has the token that holds it, unless the request brought it."""
    admit(request, process_of(request).joining, "seats taken")
    return Seated.model_validate(await reception_of(request).seats.join(table, asked, address_key(address(request))))


@router.post("/take-over", status_code=201)
async def take_over(request: Request, table: TableInPath, asked: TakeOver) -> Seated:
    """Take a seat that was offered by link; its old token is then void."""
    return Seated.model_validate(await reception_of(request).seats.take_over(table, asked))


@router.post("/seats/{seat}/offer")
async def offer(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer) -> Invitation:
    """Offer one's seat: the first to use the code takes it."""
    return Invitation(table=table, seat=seat, code=await reception_of(request).seats.offer(table, seat, token))


@router.post("/seats/{seat}/leave")
async def leave(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer) -> Ok:
    """Leave: the seat is open again, or a bot stands in until its holder comes back."""
    left = Ok(table=table, seq=await reception_of(request).seats.leave(table, seat, token))
    await rooms_of(request).notices.left(table, seat)
    return left


@router.post("/seats/{seat}/stand-in")
async def stand_in(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer) -> Ok:
    """Let a bot stand in for somebody who is not connected, or for a bot that is not ready.

    For anyone with a seat, and the host.
    """
    return Ok(table=table, seq=await reception_of(request).seats.stand_in(table, seat, token))


@router.post("/seats/{seat}/concede")
async def concede(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer) -> Ok:
    """Give up: in a game of two the other seat wins, in solo Winter does."""
    return Ok(table=table, seq=await reception_of(request).seats.concede(table, seat, token))


@router.post("/seats/{seat}/propose")
async def propose(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer, asked: Propose) -> Ok:
    """Propose to go back, or to end the game; it is done when every other person present agrees."""
    return Ok(table=table, seq=await reception_of(request).seats.propose(table, seat, token, asked.what))


@router.post("/seats/{seat}/answer")
async def answer(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer, asked: Answer) -> Ok:
    """Agree to a proposal, or decline it."""
    return Ok(table=table, seq=await reception_of(request).seats.answer(table, seat, token, asked.agree))


@router.put("/seats/{seat}/words")
async def words(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer, asked: Start) -> Ok:
    """Add words to the shuffle, before the game begins."""
    return Ok(table=table, seq=await reception_of(request).seats.add_words(table, seat, token, asked.words or ""))


@router.put("/seats/{seat}/bot")
async def seat_bot(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer, asked: SeatBot) -> Ok:
    """Put a bot on an open seat. For the host."""
    return Ok(table=table, seq=await reception_of(request).seats.seat_bot(table, seat, token, asked.bot))


@router.delete("/seats/{seat}")
async def open_seat(request: Request, table: TableInPath, seat: SeatInPath, token: Bearer) -> Ok:
    """Free a seat before the game, whoever is on it. For the host."""
    return Ok(table=table, seq=await reception_of(request).seats.open_seat(table, seat, token))
