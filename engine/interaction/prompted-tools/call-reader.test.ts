import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import { CallReader } from './call-reader.ts';
import { writeCall } from './written-call.ts';

const TOOLS = ['search', 'send_mail'];

/** The text shown, and the calls, of an answer that comes in these pieces. */
function read(pieces: readonly string[]) {
  const reader = new CallReader(TOOLS);
  const shown = pieces.map((piece) => reader.push(piece)).join('');
  const { text, calls } = reader.end();
  return { text: shown + text, calls };
}

/** A text cut anywhere. */
const cut = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.array(fc.nat(), { maxLength: 20 })).map(([whole, places]) => {
    const ends = [...new Set(places.map((place) => place % (whole.length + 1)))].sort((a, b) => a - b);
    return [...ends, whole.length].map((end, index, all) => whole.slice(all[index - 1] ?? 0, end));
  });

const name = fc.oneof(fc.constantFrom(...TOOLS), fc.string({ minLength: 1 }));
const call = fc.record({
  name,
  input: fc.dictionary(fc.string(), fc.jsonValue()).map((input) => JSON.parse(JSON.stringify(input))),
});
/** Words, fences and JSON as models write them, but no call. */
const prose = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '```',
        '````',
        '~~~',
        '```python',
        '```json',
        '  ```',
        '```js run',
        'code',
        '{"a": 1}',
        '[]',
        '',
        ' ',
        '`x`',
        '``` inline ```',
        '~~',
        '\r',
      ),
      fc.string().filter((text) => !/[`~\n]/.test(text)),
    ),
  )
  .map((lines) => lines.join('\n'));

test('any calls are read as written, in pieces of any size', () => {
  fc.assert(
    fc.property(
      fc
        .array(call, { minLength: 1, maxLength: 3 })
        .chain((calls) =>
          fc.tuple(fc.constant(calls), cut(fc.constant(calls.map((one) => `${writeCall(one)}\n`).join('Then\n')))),
        ),
      ([calls, pieces]) => {
        const { text, calls: found } = read(pieces);
        expect(found).toEqual(calls);
        expect(text).toBe('Then\n'.repeat(calls.length - 1));
      },
    ),
  );
});

test('text without a call is unchanged, whatever fences are in it', () => {
  fc.assert(
    fc.property(cut(prose), (pieces) => {
      expect(read(pieces)).toEqual({ text: pieces.join(''), calls: [] });
    }),
  );
});

test('text is shown as it streams; only what may become a code fence is buffered', () => {
  const reader = new CallReader(TOOLS);
  expect(
    ['Hel', 'lo `', 'x`\n', '`', '`', 'y\n', '```py', 'thon\nprint(1)', '\n``', '`\n', 'end'].map((piece) => reader.push(piece)),
  ).toEqual([...['Hel', 'lo `', 'x`\n', '', '', '``y\n'], ...['', '```python\nprint(1)', '\n', '```\n', 'end']]);
});

describe('as models write it', () => {
  const wanted = [{ name: 'search', input: { query: 'x' } }];
  test.each([
    ['with spaces and line breaks', '```tool_call\n{\n  "name": "search",\n  "arguments": { "query": "x" }\n}\n```'],
    ['in one line', '```tool_call {"name":"search","arguments":{"query":"x"}}```'],
    ['without a line break at the end', '```tool_call\n{"name":"search","arguments":{"query":"x"}}```\n'],
    ['without an end', '```tool_call\n{"name":"search","arguments":{"query":"x"}}'],
    ['as plural, indented', '  ```tool-calls\n  {"name":"search","arguments":{"query":"x"}}\n  ```'],
    ['as a list', '```tool_calls\n[{"name":"search","arguments":{"query":"x"}}]\n```'],
    ['as JSON of a tool there is', '```json\n{"name":"search","arguments":{"query":"x"}}\n```'],
    ['as a block without a language', '```\n{"name":"search","input":{"query":"x"}}\n```'],
    ['with its arguments as text', '```tool_call\n{"name":"search","arguments":"{\\"query\\":\\"x\\"}"}\n```'],
    ['with Windows line ends', '```tool_call\r\n{"name":"search","arguments":{"query":"x"}}\r\n```\r\n'],
  ])('%s', (_, text) => {
    expect(read([text])).toEqual({ text: '', calls: wanted });
    expect(read([...text])).toEqual({ text: '', calls: wanted });
  });
});

test.each([
  ['```json\n{"name":"Ada","arguments":{}}\n```'],
  ['```json\n{"title":"x"}\n```'],
  ['````\n```tool_call\n{"name":"search"}\n```\n````'],
])('%j is an answer and no call', (text) => {
  expect(read([text])).toEqual({ text, calls: [] });
});

test.each([
  ['```tool_call\n{"name":"search","argu\n```', 'search', 'The block is no JSON'],
  ['```tool_call\nsearch("x")\n```', 'tool_call', 'The block is no JSON'],
  ['```tool_call\n{"tool":"search"}\n```', 'tool_call', 'The block is no call'],
  ['```tool_call\n[]\n```', 'tool_call', 'The block is no call'],
  ['```tool_call\n{"name":"search","arguments":"{"}\n```', 'search', 'The arguments are no JSON'],
])('%j is a call that cannot be read', (text, toolName, problem) => {
  expect(read([text])).toMatchObject({ text: '', calls: [{ name: toolName, problem: expect.stringContaining(problem) }] });
});

// A degenerated model, in many small chunks: the time must grow with their number, not its square.
test.each([
  ['empty lines in a call', '```tool_call\n', '\n'],
  ['empty lines in a block', '```json\n', '\n'],
  ['lines of JSON in a block', '```json\n{\n', '"a": 1,\n'],
  ['fences that end no call', '```tool_call\n', '"```\n'],
  ['a fence that never ends', '```', '```'],
])('%s are read at once', (_, beginning, piece) => {
  const startedAt = threadCpuMs();
  read([beginning, ...Array<string>(100_000).fill(piece)]);
  expect(threadCpuMs() - startedAt).toBeLessThan(2000);
});

test('a block of more values than anybody wants is one call that cannot be read', () => {
  expect(read([`\`\`\`tool_call\n[${'1,'.repeat(100_000)}1]\n\`\`\``]).calls).toMatchObject([{ problem: expect.any(String) }]);
});
