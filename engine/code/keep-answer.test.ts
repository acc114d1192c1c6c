import { expect, test } from 'vitest';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import { keepAnswer } from './keep-answer.ts';

const nameOf = async (url: string, disposition?: string) => {
  const headers = { 'content-type': 'application/pdf', ...(disposition !== undefined && { 'content-disposition': disposition }) };
  const response = { status: 200, headers, body: new Uint8Array([0]), url };
  const { name } = (await keepAnswer(response, { answer: 'auto' }, makeExecutorContext().context)).body as { name: string };
  return name;
};

test.each([
  ['https://example.com/my%20report.pdf', undefined, 'my_report.pdf'],
  ['https://example.com/%E6%8A%A5%E5%91%8A.pdf', undefined, '报告.pdf'],
  ['https://example.com/50%.pdf', undefined, '50_.pdf'],
  ['https://example.com/a%2F..%2Fb.pdf', undefined, 'a_.._b.pdf'],
  ['https://example.com/x', `attachment; filename*=UTF-8''%E6%8A%A5%E5%91%8A.pdf`, '报告.pdf'],
  ['https://example.com/x', 'attachment; filename="a; b.pdf"', 'a_b.pdf'],
  ['https://example.com/', undefined, 'answer'],
])('a file from %s with %s is called %s', async (url, disposition, name) => {
  expect(await nameOf(url, disposition)).toBe(name);
});

test('a long name keeps its end, within the bytes that a disk takes', async () => {
  const name = await nameOf(`https://example.com/${encodeURIComponent('𠮷'.repeat(90))}.pdf`);
  expect(name).toMatch(/𠮷\.pdf$/);
  expect(name.isWellFormed()).toBe(true);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
});
