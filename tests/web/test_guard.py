"""Requests over HTTP: files, Host and Origin, and what is refused."""

import gzip
import http.client

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from othello.web.files import PAGE, files
from tests.web.serving import MAX_REQUESTS, SECONDS, serving, session


def get(server, path, method="GET", **headers):
    """Return status, headers and body of a request."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in {"Host": server.host, **headers}.items():
        if value is not None:
            connection.putheader(name, value)
    connection.endheaders()
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, dict(response.getheaders()), body


def test_files_of_the_page(server):
    """The page and its files come with their media types and with headers that protect the page."""
    for path, kind in (
        ("/", "text/html"),
        ("/main.js", "text/javascript"),
        ("/page.css", "text/css"),
        ("/icon.png", "image/png"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ):
        status, headers, body = get(server, path)
        assert (status, headers["content-type"].partition(";")[0]) == (200, kind), path
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert b"%%{" not in body
        assert "server" not in headers


def test_a_browser_that_has_a_file_gets_status_304_until_the_file_changes(server):
    tag = get(server, "/main.js")[1]["etag"]
    status, headers, body = get(server, "/main.js", **{"If-None-Match": f'"other", {tag}'})
    assert (status, headers["etag"], body) == (304, tag, b"")
    assert get(server, "/main.js", **{"If-None-Match": '"other"'})[0] == 200


def test_files_are_compressed_for_those_who_ask(server):
    """With gzip a file is the same, and the page with all its files is less than 120 kB in any language.

    Learn loads the lessons when a visitor opens it.
    """
    size = {}
    for name in files():
        path = "/" if name == PAGE else f"/{name}"
        plain = get(server, path)[2]
        _, headers, packed = get(server, path, **{"Accept-Encoding": "gzip, br"})
        assert (headers["content-encoding"], headers["vary"]) == ("gzip", "Accept-Encoding")
        assert gzip.decompress(packed) == plain
        size[name] = len(packed)
    assert size.pop("lessons.json") < 13 << 10
    translations = [size.pop(name) for name in list(size) if name.startswith("texts.")]
    assert sum(size.values()) + max(translations) < 120_000
    assert len(size) + 2 <= MAX_REQUESTS


OTHER_FILES = (
    "/setup.cfg /../setup.cfg /..%2f..%2fsetup.cfg /page/../../web/app.py //etc/passwd"
    " /%2e%2e/%2e%2e/etc/passwd /app.py /main.js%00.html /report.html /data/network.bin"
)
HOSTS = {
    200: ["localhost", "LOCALHOST:8064", "127.0.0.1", "[::1]:80", "192.168.1.2"],
    403: [*(f"{name}evil.example" for name in ("", "127.0.0.1.", "localhost.", "localhost@")), ""],
}


def test_no_path_leads_to_another_file(server):
    for path in (*OTHER_FILES.split(), "/session"):
        assert get(server, path)[0] == 404, path


def test_files_can_only_be_read(server):
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert get(server, "/", method)[0] == 405, method


def test_hosts(server):
    """Names of other sites, as in DNS rebinding, are refused. Addresses and localhost are accepted."""
    for status, hosts in HOSTS.items():
        for host in hosts:
            assert get(server, "/", Host=host)[0] == status, host


def test_a_name_of_the_server_is_accepted_as_host_and_as_origin():
    with serving("--name", "Board.Example") as own:
        assert get(own, "/", Host="board.example:99")[0] == 200
        with session(own, origin=f"http://{own.host}"):
            pass


def test_a_page_of_another_origin_cannot_open_a_session(server):
    for origin in ("http://evil.example", "null", "http://127.0.0.1", "file://"):
        with pytest.raises(InvalidStatus) as refused, connect(f"ws://{server.host}/session", origin=origin):
            pytest.fail(origin)
        assert refused.value.response.status_code == 403, origin


def test_the_page_itself_can_open_a_session(server):
    with session(server, origin=f"http://{server.host}") as page:
        assert page.ask("read", text="f5")["games"]
