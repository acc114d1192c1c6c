import { expect, test } from 'vitest';
import { readFileBody } from './read-hook-files.ts';

test.each([
  [`attachment; filename*=UTF-8''%E6%8A%A5%E5%91%8A.pdf`, '报告.pdf'],
  ['attachment; filename="a; b.pdf"', 'a; b.pdf'],
  ['attachment', 'body'],
])('a body with the content disposition %s is the file %s', (disposition, name) => {
  const headers = { 'content-type': 'application/pdf', 'content-disposition': disposition };
  expect(readFileBody({ body: new Uint8Array([1]), headers }).files).toMatchObject([{ name, mediaType: 'application/pdf' }]);
});
