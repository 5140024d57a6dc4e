"""Asking the bot that runs whether it is well. Imports little: it is done every few seconds."""

import http.client
from http import HTTPStatus

_PATH = "/healthz"
_TIMEOUT_S = 3.0
#: Where it listens everywhere, it is asked here.
_LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}


def ask_health(host: str, port: int) -> str:
    """Asks the bot that runs with these settings: "" when healthy, else why not in one line. Blocks."""
    if port == 0:
        return "QUIZBOT_BIND has port 0, which is another one at each start; expected a fixed one"
    asked = _LOOPBACK.get(host, host)
    connection = http.client.HTTPConnection(asked, port, timeout=_TIMEOUT_S)
    try:
        connection.request("GET", _PATH)
        response = connection.getresponse()
        said = " ".join(response.read(500).decode("utf-8", "replace").split())
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        found = f"the bot does not answer at {asked}:{port} ({reason})"
        return f"{found}; expected it to run with the same QUIZBOT_BIND; start it, or look into its log"
    finally:
        connection.close()
    if response.status == HTTPStatus.OK and said == "ok":
        return ""
    if response.status == HTTPStatus.SERVICE_UNAVAILABLE:
        return said
    return f"what answers at {asked}:{port} is no quizbot (status {response.status}); check QUIZBOT_BIND"
