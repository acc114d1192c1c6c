import { expect, test } from 'vitest';
import { dispositionFileName } from './disposition-file-name.ts';

test.each([
  ['attachment; filename=a.pdf; size=3', 'a.pdf'],
  ['attachment; filename="a; b.pdf"', 'a; b.pdf'],
  ['attachment; filename="the \\"best\\".pdf"', 'the "best".pdf'],
  [`attachment; filename="__.pdf"; filename*=UTF-8''%E6%8A%A5%E5%91%8A.pdf`, '报告.pdf'],
  [`attachment; filename*=UTF-8''100%.pdf`, '100%.pdf'],
  ['attachment; filename=Monthly Report.pdf; size=3', 'Monthly Report.pdf'],
  ['attachment; filename="not closed', 'not closed'],
  ['attachment; filename="C:\\\\Users\\me.pdf"', 'C:\\Users\\me.pdf'],
  ['attachment', undefined],
  ['attachment; filename=""', ''],
  ['form-data; xfilename=a', undefined],
  [undefined, undefined],
])('the file name of %s is %s', (header, name) => {
  expect(dispositionFileName(header)).toBe(name);
});
