import { expect, test } from 'vitest';
import { ExactReadBuffer } from './exact-read-buffer.ts';

const message = '{"jsonrpc":"2.0","id":1,"result":{}}';

test.each([
  ['a line of a log', `Server is ready\n${message}\n`],
  ['a byte order mark', `\ufeff${message}\n`],
  ['blank lines', `\n\r\n${message}\r\n`],
  ['colours', `\u001b[32mready\u001b[0m\n${message}\n`],
])('a message behind %s is read', (_, written) => {
  const buffer = new ExactReadBuffer({ maxBufferSize: 1000 });
  buffer.append(Buffer.from(written));
  expect(buffer.readMessage()).toEqual(JSON.parse(message));
});
