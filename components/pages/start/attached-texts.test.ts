import { expect, test } from 'vitest';
import { attachText, messageWith } from './attached-texts.ts';

test('a text is read, and goes after the sentence', async () => {
  const attached = await attachText(new File(['a,b\n1,2'], 'rows.csv'));
  expect(attached && messageWith(' Sum it up ', [attached])).toBe('Sum it up\n\nrows.csv:\na,b\n1,2');
});

test('what is not text, or too large, is refused', async () => {
  expect(await attachText(new File([new Uint8Array([0xff, 0xfe, 0])], 'x.bin'))).toBeUndefined();
  expect(await attachText(new File(['a\0b'], 'x.txt'))).toBeUndefined();
  expect(await attachText(new File(['a'.repeat(200_001)], 'x.txt'))).toBeUndefined();
});

test('a long text is cut, so that the message fits', async () => {
  const attached = await attachText(new File(['😀'.repeat(9000)], 'x.txt'));
  const message = messageWith('Hi', attached ? [attached, attached, attached] : []);
  expect(message.length).toBeLessThan(10_100);
  expect(message.isWellFormed()).toBe(true);
});
