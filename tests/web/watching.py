"""Watching a finished game at the page: which moment is shown, and a record dropped onto it."""

from __future__ import annotations

import base64

from playwright.sync_api import Page, expect

DROP = """([name, packed]) => {
  const bytes = Uint8Array.from(atob(packed), (it) => it.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""


def moment(page: Page) -> int:
    said = page.locator("[data-part=replay]").get_attribute("data-moment")
    assert said is not None
    return int(said)


def stands_at(page: Page, number: int) -> None:
    expect(page.locator(f"[data-part=replay][data-moment='{number}']")).to_be_visible()


def drop(page: Page, said: str) -> None:
    page.locator("input[type=file]").wait_for(state="attached")
    page.evaluate(DROP, ["game.json", base64.b64encode(said.encode()).decode()])
