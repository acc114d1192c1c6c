import { expect, test } from 'vitest';
import { coerceInputText } from './coerce-input-text.ts';
import type { StartInput } from './start-inputs.ts';

const typed = (type: StartInput['type'], text: string) => coerceInputText({ name: 'x', type }, text);

test.each<[StartInput['type'], string, unknown]>([
  ['text', ' 12 ', ' 12 '],
  ['select', 'plain', 'plain'],
  ['number', ' 12 ', 12],
  ['number', '-0.5', -0.5],
  ['number', '1e3', 1000],
  ['number', '9007199254740991', 9007199254740991],
  ['boolean', 'TRUE', true],
  ['boolean', 'false', false],
  ['json', '{"a":[1,null]}', { a: [1, null] }],
  ['file', '{"fileId":"f1"}', { fileId: 'f1' }],
  ['files', '[{"fileId":"f1"}]', [{ fileId: 'f1' }]],
])('a %s typed as %j is %j', (type, text, value) => {
  expect(typed(type, text)).toEqual({ ok: true, value });
});

test.each<[StartInput['type'], string]>([
  ['number', ''],
  ['number', 'twelve'],
  ['number', '0x10'],
  ['number', '1e999'],
  ['number', '12345678901234567890'],
  ['boolean', 'yes'],
  ['boolean', ''],
  ['json', '{a:1}'],
  ['json', ''],
])('a %s typed as %j is refused, naming the input', (type, text) => {
  expect(typed(type, text)).toMatchObject({ ok: false, message: expect.stringContaining("'x'") });
});
