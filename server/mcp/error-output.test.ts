import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ErrorOutput } from './error-output.ts';
import { mcpErrorText } from './mcp-failure.ts';

/** What a person reads of a process that wrote these pieces and ended. */
async function read(pieces: readonly string[], { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {}) {
  const stream = new PassThrough();
  const output = new ErrorOutput(stream, { env, args });
  for (const piece of pieces) stream.write(piece);
  stream.end();
  await new Promise((resolve) => stream.on('end', resolve));
  return (output.explain(new Error('closed')) as Error).message;
}

test.each<[string, string[], string]>([
  ['behind its option', ['--api-key', 'abcdefgh'], 'abcdefgh'],
  ['in its option', ['--token=se-cret/1'], 'se-cret/1'],
  ['in a variable', ['GITHUB_TOKEN=ghp_1234'], 'ghp_1234'],
  ['alone', ['sk-12345'], 'sk-12345'],
  ['as an address', ['postgres://ada:pa%24sword@db/x'], 'postgres://ada:pa%24sword@db/x'],
  ['as the password of an address', ['postgres://ada:pa%24sword@db/x'], 'pa$sword'],
  ['as a parameter of an address', ['https://a.example/mcp?key=k-12345'], 'k-12345'],
])('a secret among the arguments is masked: %s', async (_, args, secret) => {
  expect(await read([`cannot use ${secret}`], { args })).toBe('closed. Its process wrote: cannot use [masked]');
});

test('arguments that say what failed are shown', async () => {
  const args = ['-y', '@scope/server-files@1.2.3', 'some-server', '--root', '/data/files', '--mode', 'growing', 'C:\\data'];
  const text = `no ${args.join(' ')}`;
  expect(await read([text], { args })).toBe(`closed. Its process wrote: ${text}`);
});

test('a secret is masked wherever the text was cut', async () => {
  const secret = 'QWERTZUIOPASDFGHJKLYXCVBNM';
  const stack = '\n    at run (a.js:1)'.repeat(195);
  for (let before = 15_900; before < 16_000; before += 5) {
    const inTwo = [`${'x'.repeat(before)} ${secret.slice(0, 9)}`, `${secret.slice(9)}${stack}`];
    for (const pieces of [inTwo, [inTwo.join('')], ['x'.repeat(before), secret, stack.slice(0, before - 15_000)]])
      expect(await read(pieces, { env: { A: secret } })).not.toMatch(/[A-Z]{3}/);
  }
});

test('nothing hidden is shown: colours, invisible characters and those that change the order', async () => {
  const hidden = '\u001b[31mRed\u001b[0m \u0007to\u200bken\u202e\u0000\r\nnext\tline';
  expect(await read([hidden])).toBe('closed. Its process wrote: Red token next line');
  expect(mcpErrorText(new Error(hidden))).toBe('Red token next line');
});
