"""Do on the pages what a person does: log in, start a match, tap a hand in, agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from playwright.sync_api import Page, expect

RANKS = "A234567JQK"
PACK = [rank + suit for suit in "HDCS" for rank in RANKS]


class Pages:
    """The service's pages in one browser page, as one person sees them."""

    def __init__(self, page: Page, base_url: str) -> None:
        self.page = page
        self.base_url = base_url

    def open(self, path: str) -> None:
        """Go to an address of the service and wait for its scripts where it has any."""
        self.page.goto(self.base_url + path)
        if "/entry/" in path:
            self.ready()

    def ready(self) -> None:
        """Wait until the entry page answers taps."""
        self.page.wait_for_selector("html[data-ready]")

    def log_in(self, email: str, password: str) -> None:
        """Log in with the form."""
        self.open("/accounts/login/")
        self.page.fill("[name=login]", email)
        self.page.fill("[name=password]", password)
        self.page.click("main button[type=submit]:not([form])")
        self.page.wait_for_url(self.base_url + "/")

    def start_match(self, club: str, names: Sequence[str], ruleset: str = "sbiro", first_dealer: int = 0) -> str:
        """Fill in the form of a new match; return its code."""
        self.open(f"/clubs/{club}/matches/new/")
        for place, name in enumerate(names):
            self.page.fill(f"[name=seat_{place}]", name)
        self.page.check(f"[name=first_dealer][value='{first_dealer}']", force=True)
        self.page.select_option("[name=ruleset]", ruleset)
        self.page.click("main button.main")
        self.page.wait_for_url("**/entry/")
        self.ready()
        return self.page.url.rstrip("/").split("/")[-2]

    def tap(self, cards: Iterable[str]) -> None:
        """Tap cards of the grid once each."""
        for card in cards:
            self.page.click(f".grid [data-c='{card}']")

    def rest(self) -> None:
        """Give the free cards to the side the main button names."""
        self.page.click("#go[data-act=rest]")

    def scopa(self, side: int, times: int = 1) -> None:
        """Mark scope of a side on the open sheet."""
        for _ in range(times):
            self.page.click(f"[data-add=scopa][data-side='{side}']")

    def buona(self, side: int, cards: Sequence[str], answer: str) -> None:
        """Declare three cards of a side on the open sheet, choosing the reading that holds `answer`."""
        self.page.click(f"[data-add=buona][data-side='{side}']")
        self._pick(cards, answer)

    def table(self, side: int, cards: Sequence[str], answer: str) -> None:
        """Note the opening table the dealer took."""
        self.page.click(f"[data-add=table][data-side='{side}']")
        self._pick(cards, answer)

    def _pick(self, cards: Sequence[str], answer: str) -> None:
        for card in cards:
            self.page.click(f".picker [data-pick='{card}']")
        self.page.click(f".answer button:has-text('{answer}')")
        expect(self.page.locator(".picker")).to_be_hidden()

    def marks(self) -> None:
        """Open the sheet of scope and buone."""
        self.page.click(".opener")

    def half(self) -> None:
        """Say that only the own pile is sent from this phone."""
        self.marks()
        self.page.click(".more summary")
        self.page.check("#half")
        self.close()

    def preferences(self) -> None:
        """Open the sheet of how this phone shows things."""
        self.marks()
        self.page.click(".more summary")
        self.page.click("[data-open='#preferenze']")

    def close(self) -> None:
        """Close the open sheet."""
        self.page.click(".marks .closer")

    def read_back(self) -> None:
        """Open the read-back and wait for its figures."""
        self.page.click("#go[data-act=read]")
        expect(self.page.locator("[data-sum='0'] .num")).not_to_have_text("")

    def agree(self) -> None:
        """Press *Concordo*."""
        self.page.click("#agree")

    def owners(self) -> dict[str, str]:
        """Return what the grid shows: the place of the owner of each card, 0 for a free one."""
        cells = self.page.locator(".grid .cell")
        return dict(cells.evaluate_all("cells => cells.map(cell => [cell.dataset.c, cell.dataset.o])"))
