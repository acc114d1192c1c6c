/** Device file for host requests, one line of JSON each. Python gets no JavaScript object this way. */
export const DEVICE = '/dev/ask';
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

/** Sends host requests. The host decides which it answers. */
export const guestChannel = `
import asyncio as _asyncio, base64 as _base64, json as _json

class _Channel:
    def __init__(self, device):
        self.device = open(device, "wb", buffering=0)
        self.waiting = {}
        self.last = 0

    async def ask(self, kind, request):
        self.last += 1
        answered = self.waiting[self.last] = _asyncio.get_running_loop().create_future()
        self.device.write((_json.dumps({"number": self.last, "kind": kind, "request": request}) + "\\n").encode())
        return await answered

    def answer(self, number, head, content):
        answered = self.waiting.pop(number, None)
        if answered is not None and not answered.done():
            answered.set_result((_json.loads(head), _base64.b64decode(content)))
`;
