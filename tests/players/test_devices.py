"""Browsers and devices by the names people know."""

from __future__ import annotations

import pytest
from django.utils import translation

from players.templatetags.devices import device

KNOWN = {
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1":
        "Safari, iPhone",
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/138.0 Mobile Safari/537.36":
        "Chrome, Android",
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Safari/537.36":
        "Samsung Internet, Android",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/138.0 Safari/537.36 Edg/138.0": "Edge, Windows",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox, Mac",
    "curl/8.5": "Un dispositivo sconosciuto",
    "": "Un dispositivo sconosciuto",
}  # fmt: skip


@pytest.mark.parametrize(("sent", "told"), KNOWN.items(), ids=list(KNOWN.values()))
def test_a_browser_is_told_in_words(sent: str, told: str) -> None:
    with translation.override("it"):
        assert device(sent) == told
