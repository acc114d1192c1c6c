import { expect, test } from 'vitest';
import { previewInputs } from './preview-inputs.ts';

test('inputs are shown in one line, text without quotation marks', () => {
  expect(previewInputs('{"message":"Kettle\\n leaks","count":3,"tags":["a","b"]}')).toBe(
    'message: Kettle leaks, count: 3, tags: ["a","b"]',
  );
  expect(previewInputs('{}')).toBe('');
});

test('text that was cut anywhere is shown as far as it goes, and never as more than 200 characters', () => {
  const whole = JSON.stringify({ message: `He said "no" \\ ${'x'.repeat(500)}`, order: { id: [1, 2, { a: 'b' }] } });
  for (let length = 1; length <= whole.length; length++) {
    const preview = previewInputs(whole.slice(0, length));
    expect(preview.length).toBeLessThanOrEqual(200);
    if (length > 30) expect(preview.startsWith('message: He said "no" \\')).toBe(true);
  }
});
