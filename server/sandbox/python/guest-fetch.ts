/** The guest's `fetch`, for runs with granted hosts. The host checks the address. */
export const guestFetch = `
import base64 as _base64, json as _json
from urllib.parse import urlencode as _urlencode

class Response:
    def __init__(self, head, content):
        self.status = head["status"]
        self.ok = 200 <= self.status < 300
        self.url = head["url"]
        self.headers = head["headers"]
        self._content = content

    def text(self):
        return self._content.decode("utf-8", "replace")

    def json(self):
        return _json.loads(self._content)

    def bytes(self):
        return self._content

class _Network:
    def __init__(self, channel, max_requests, max_chars):
        self.channel = channel
        self.max_requests = max_requests
        self.max_chars = max_chars
        self.asked = 0

    async def fetch(self, url, method="GET", headers=None, body=None, json=None, credential=None):
        headers = [[str(name), str(value)] for name, value in dict(headers or {}).items()]
        if json is not None:
            body = _json.dumps(json)
            headers = [["content-type", "application/json"], *headers]
        elif isinstance(body, dict):
            body = _urlencode(body)
            headers = [["content-type", "application/x-www-form-urlencoded;charset=UTF-8"], *headers]
        is_bytes = isinstance(body, (bytes, bytearray, memoryview))
        if body is not None and not is_bytes and not isinstance(body, str):
            raise TypeError("The body of a request is a text or bytes: use json= for values")
        if body is not None and (memoryview(body).nbytes if is_bytes else len(body)) > self.max_chars:
            raise ValueError(f"The body of a request has at most {self.max_chars} {'bytes' if is_bytes else 'characters'}")
        if self.asked >= self.max_requests:
            raise ConnectionError(f"Code may make {self.max_requests} requests, and this is one more")
        self.asked += 1
        request = {"url": str(url), "method": str(method), "headers": headers}
        if is_bytes:
            request["bytes"] = _base64.b64encode(body).decode()
        elif body is not None:
            request["body"] = body
        if credential is not None:
            request["credential"] = str(credential)
        head, content = await self.channel.ask("fetch", request)
        if not head["ok"]:
            raise ConnectionError(head["message"])
        return Response(head, content)
`;
