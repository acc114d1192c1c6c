import { expect, test } from 'vitest';
import { inlineBytes } from './file-value.ts';

test.each([
  [{ text: 'hé' }, 'hé'],
  [{ base64: 'aMOp' }, 'hé'],
  [{ base64: '' }, ''],
])('%j holds its content', (value, text) => {
  expect(new TextDecoder().decode(inlineBytes(value))).toBe(text);
});

test.each([[{ base64: 'not base64!' }], [{ base64: 'abcde' }], [{ fileId: 'f1' }], ['a.txt'], [null]])(
  '%j holds no content',
  (value) => {
    expect(inlineBytes(value)).toBeUndefined();
  },
);
