"""Logs: a JSON object a line with the request's id, and no secret in it."""

from __future__ import annotations

import json
import logging

import pytest

from cirulla.lib.logs import LineFormatter, json_formatter, masked


def record(message: str, *args, **extra) -> logging.LogRecord:
    made = logging.LogRecord("cirulla.test", logging.WARNING, __file__, 1, message, args, None)
    for name, value in extra.items():
        setattr(made, name, value)
    return made


def test_a_line_is_one_json_object_with_level_time_logger_and_request():
    line = json.loads(json_formatter().format(record("asked %s", "twice", status=429)))
    assert line["event"] == "asked twice"
    assert (line["level"], line["logger"], line["status"], line["request_id"]) == ("warning", "cirulla.test", 429, "-")
    assert line["at"].endswith("Z")


def test_a_traceback_is_inside_the_object():
    try:
        raise ValueError("cir_pat_0123456789abcdefghij")
    except ValueError:
        import sys

        made = logging.LogRecord("x", logging.ERROR, __file__, 1, "failed", (), sys.exc_info())
    text = json_formatter().format(made)
    assert "\n" not in text
    assert "ValueError" in json.loads(text)["exception"]
    assert "0123456789" not in text


SECRETS = {
    "a personal token": "Authorization: Bearer cir_pat_" + "a" * 49,
    "a table token": "cookie table=cir_tab_" + "a" * 49,
    "a join code in an address": "GET /j/WDJBMJHT/ 302",
    "one in capitals": "GET /J/WDJBMJHT/ 302",
    "a password in a form": "login=x&password=WDJBMJHT",
}


@pytest.mark.parametrize("case", SECRETS, ids=list(SECRETS))
def test_no_secret_reaches_a_log(case):
    for text in (masked(SECRETS[case]), LineFormatter().format(record(SECRETS[case]))):
        assert "aaaaaa" not in text
        assert "WDJBMJHT" not in text


def test_a_name_opens_no_line_of_its_own():
    line = LineFormatter("%(levelname)s %(message)s").format(record("player %s", "Bacci\nERROR all is lost\r\x1b[31m"))
    assert line == r"WARNING player Bacci\nERROR all is lost\r\x1b[31m"


@pytest.mark.db
def test_the_id_in_the_problem_is_the_id_in_the_log(nobody, caplog):
    with caplog.at_level(logging.INFO, "cirulla.request"):
        answer = nobody.get("nothing", X_Request_Id="from-the-phone-1")
    assert answer["X-Request-Id"] == "from-the-phone-1"
    assert answer.json()["instance"] == "urn:request:from-the-phone-1"
    told = [entry for entry in caplog.records if entry.name == "cirulla.request"][-1]
    assert (told.method, told.path, told.status) == ("GET", "/api/v1/nothing", 404)


@pytest.mark.db
@pytest.mark.parametrize("given", ["short", "x" * 65, "line\nbreak", "<script>"])
def test_an_id_that_could_do_harm_is_not_taken_over(nobody, given):
    assert nobody.client.get("/api/v1/clubs", headers={"X-Request-Id": given})["X-Request-Id"] != given
