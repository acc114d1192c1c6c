/** The device that the guest writes its requests to, one line of JSON each. No object of JavaScript ever gets into Python for it. */
const DEVICE = '/dev/fetch';
const DEVICE_NUMBER = 64;

type DeviceOps = {
  write(stream: unknown, buffer: Int8Array, offset: number, length: number): number;
};

/** Of Emscripten's file system. @see https://emscripten.org/docs/api_reference/Filesystem-API.html */
type GuestFs = {
  makedev(major: number, minor: number): number;
  registerDevice(device: number, ops: DeviceOps): void;
  mkdev(path: string, device: number): void;
};

/** Calls with each line that the guest writes, of at most so many characters. */
export function openDevice(
  fs: GuestFs,
  { maxLineChars, onLine }: { maxLineChars: number; onLine: (line: string) => void },
): void {
  const decoder = new TextDecoder();
  let begun = '';
  const device = fs.makedev(DEVICE_NUMBER, 0);
  fs.registerDevice(device, {
    write(_stream, buffer, offset, length) {
      const lines = (begun + decoder.decode(Uint8Array.from(buffer.subarray(offset, offset + length)), { stream: true })).split(
        '\n',
      );
      begun = lines.pop() ?? '';
      if (begun.length > maxLineChars) begun = '';
      for (const line of lines) if (line.length <= maxLineChars) onLine(line);
      return length;
    },
  });
  fs.mkdev(DEVICE, device);
}

/** Gives the guest its `fetch`, where it was granted hosts. What may be reached is decided elsewhere. */
export const guestNetwork = `
import asyncio as _asyncio, base64 as _base64, json as _json
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
    def __init__(self, device, max_requests, max_chars):
        self.max_requests = max_requests
        self.max_chars = max_chars
        self.device = open(device, "wb", buffering=0)
        self.waiting = {}
        self.last = 0

    async def fetch(self, url, method="GET", headers=None, body=None, json=None):
        headers = [[str(name), str(value)] for name, value in dict(headers or {}).items()]
        if json is not None:
            body = _json.dumps(json)
            headers = [["content-type", "application/json"], *headers]
        elif isinstance(body, dict):
            body = _urlencode(body)
            headers = [["content-type", "application/x-www-form-urlencoded;charset=UTF-8"], *headers]
        if body is not None and not isinstance(body, str):
            raise TypeError("The body of a request is a text: use json= for values")
        if body is not None and len(body) > self.max_chars:
            raise ValueError(f"The body of a request has at most {self.max_chars} characters")
        if self.last >= self.max_requests:
            raise ConnectionError(f"Code may make {self.max_requests} requests, and this is one more")
        self.last += 1
        number = self.last
        request = {"url": str(url), "method": str(method), "headers": headers}
        if body is not None:
            request["body"] = body
        answered = self.waiting[number] = _asyncio.get_running_loop().create_future()
        self.device.write((_json.dumps({"number": number, "request": request}) + "\\n").encode())
        return await answered

    def answer(self, number, head, content):
        answered = self.waiting.pop(number, None)
        if answered is None or answered.done():
            return
        head = _json.loads(head)
        if head["ok"]:
            answered.set_result(Response(head, _base64.b64decode(content)))
        else:
            answered.set_exception(ConnectionError(head["message"]))
`;
