import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonText } from './parse-json-text.ts';

test('each field is found at its line, and what is not there at the nearest around it', () => {
  const text = '{\n  "nodes": [\n    {\n      "id": "a",\n      "config": { "x": 1 }\n    }\n  ]\n}';
  const read = parseJsonText(text);
  if (!read.ok) throw new Error('It is JSON');
  expect(read.value).toEqual(JSON.parse(text));
  expect(read.lineOf(['nodes'])).toBe(2);
  expect(read.lineOf(['nodes', 0])).toBe(3);
  expect(read.lineOf(['nodes', 0, 'id'])).toBe(4);
  expect(read.lineOf(['nodes', 0, 'config', 'x'])).toBe(5);
  expect(read.lineOf(['nodes', 0, 'config', 'y', 'z'])).toBe(5);
  expect(read.lineOf(['edges', 4])).toBe(1);
});

test.each([
  ['', 'value', 1, 1],
  ['{ "a": }', 'value', 1, 8],
  ['{\n  "a": 1\n  "b": 2\n}', 'comma', 3, 3],
  ['{ "a": 1, }', 'key', 1, 11],
  ['{ a: 1 }', 'key', 1, 3],
  ['{ "a" 1 }', 'colon', 1, 7],
  ['[1, 2', 'comma', 1, 6],
  ['{ "a": "open }', 'string', 1, 8],
  ['{ "a": "\\x" }', 'escape', 1, 8],
  ['{ "a": 1, "a": 2 }', 'duplicate-key', 1, 11],
  ['{} {}', 'rest', 1, 4],
] as const)('%j: %s in line %i, column %i', (text, reason, line, column) => {
  expect(parseJsonText(text)).toEqual({ ok: false, mistake: { reason, line, column } });
});

test('it accepts whatever JSON.stringify writes, and refuses what JSON.parse refuses', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.integer({ min: 1, max: 3 }), (text, indent) => {
      const read = parseJsonText(JSON.stringify(JSON.parse(text), undefined, indent));
      expect(read.ok && JSON.stringify(read.value)).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:1a\\ -.e') }), (text) => {
      const isJson = (() => {
        try {
          JSON.parse(text);
          return true;
        } catch {
          return false;
        }
      })();
      const read = parseJsonText(text);
      // A key twice is JSON all the same.
      if (read.ok !== isJson) expect(read.ok ? '' : read.mistake.reason).toBe('duplicate-key');
    }),
  );
});

test('a text that is nested too deeply is refused before it is parsed', () => {
  expect(parseJsonText('['.repeat(200_000))).toEqual({ ok: false, mistake: { reason: 'too-deep', line: 1, column: 201 } });
  expect(parseJsonText(`${'['.repeat(200)}1${']'.repeat(200)}`).ok).toBe(true);
});
