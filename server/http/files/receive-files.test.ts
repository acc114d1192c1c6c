import { setTimeout as wait } from 'node:timers/promises';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { type ReceivedFile, receiveFiles } from './receive-files.ts';

const FILE = '--X\r\nContent-Disposition: form-data; name="a"; filename="a.txt"\r\n\r\n';

/** Receives a form that is sent in these pieces; each file is read after `delayMs`. */
async function receive(pieces: readonly (string | Uint8Array | Error)[], { delayMs = 0 } = {}) {
  async function* bytes() {
    for (const piece of pieces) {
      if (piece instanceof Error) throw piece;
      yield Buffer.from(piece as string);
    }
  }
  const files: [name: string, text: string][] = [];
  const onFile = async ({ name, content }: ReceivedFile) => {
    if (delayMs > 0) await wait(delayMs);
    const chunks = await Array.fromAsync(content);
    files.push([name, Buffer.concat(chunks).toString()]);
  };
  const upload = { contentType: 'multipart/form-data; boundary=X', sizeBytes: undefined, bytes: bytes() };
  return { texts: await receiveFiles(upload, onFile), files };
}

test('files and texts of a form', async () => {
  const { texts, files } = await receive([
    FILE,
    'one\r\n--X\r\nContent-Disposition: form-data; name="b"\r\n\r\ntwo\r\n',
    '--X\r\nContent-Disposition: form-data; name="b"\r\n\r\nthree\r\n--X--\r\n',
  ]);
  expect(files).toEqual([['a.txt', 'one']]);
  expect([...texts]).toEqual([['b', ['two', 'three']]]);
});

const field = (name: string, text: Uint8Array | string, type = '') => [
  `--X\r\nContent-Disposition: form-data; name="${name}"\r\n${type && `Content-Type: ${type}\r\n`}\r\n`,
  text,
  '\r\n',
];
const END = ['--X--\r\n'];
const NAME = '张伟\ufffd café';

test('texts of a form are UTF-8, or of the charset that the form names', async () => {
  const chinese = iconv.encode('张伟', 'gbk');
  expect([...(await receive([...field('name', NAME), ...END])).texts]).toEqual([['name', [NAME]]]);
  const labelled = field('name', '张伟 café', 'text/plain; charset=utf-8');
  expect([...(await receive([...labelled, ...END])).texts]).toEqual([['name', ['张伟 café']]]);
  const { texts } = await receive([...field('name', chinese), ...field('_charset_', 'gbk'), ...END]);
  expect(texts.get('name')).toEqual(['张伟']);
});

test('a text in a charset that nothing names is refused instead of damaged, and its field named', async () => {
  const message = "The text of the field 'name' is not UTF-8. Send it as UTF-8, or name its charset in a field _charset_.";
  for (const charset of ['gbk', 'latin1', 'utf16le']) {
    const sent = field('name', iconv.encode(charset === 'latin1' ? 'Crème brûlée' : '张伟 fährt', charset));
    await expect(receive([...sent, ...END]), charset).rejects.toMatchObject({ code: 'body-invalid', message });
  }
});

test.each([0, 20])('a connection that is cut within a file ends the reading of the file, begun after %i ms', async (delayMs) => {
  await expect(receive([FILE, 'one', new Error('aborted')], { delayMs })).rejects.toMatchObject({
    code: 'body-invalid',
    message: 'The form cannot be read: aborted.',
  });
});

test.each([0, 20])('a form that ends within a file is invalid, and the file begun after %i ms too', async (delayMs) => {
  await expect(receive([FILE, 'one'], { delayMs })).rejects.toMatchObject({ code: 'body-invalid' });
});

test('an error of what stores a file is thrown as it is, also when it comes long after the reading was given up', async () => {
  const bytes = async function* () {
    yield Buffer.from(FILE);
    for (let count = 0; count < 10; count++) yield Buffer.alloc(100_000, 'x');
  };
  const isFull = new Error('The disk is full');
  const store = async ({ content }: ReceivedFile) => {
    try {
      for await (const _ of content) throw isFull;
    } finally {
      await wait(20);
    }
  };
  const upload = { contentType: 'multipart/form-data; boundary=X', sizeBytes: undefined, bytes: bytes() };
  await expect(receiveFiles(upload, store)).rejects.toBe(isFull);
});

test('a file without a name has an empty one', async () => {
  const part = '--X\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/octet-stream\r\n\r\n';
  expect((await receive([part, 'one\r\n--X--\r\n'])).files).toEqual([['', 'one']]);
});
