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
  ["attachment; filename=x; filename*=iso-8859-1'en'caf%E9.txt", 'café.txt'],
  ["attachment; filename*=GB18030''%BA%CF%CD%AC.pdf", '合同.pdf'],
  [`attachment; filename*="UTF-8''a%20b.pdf"`, 'a b.pdf'],
  ["attachment; filename*=nothing''a%20b.pdf", 'a b.pdf'],
  ['attachment; filename="=?UTF-8?B?5ZCI5ZCMLnBkZg==?="', '合同.pdf'],
  ['attachment; filename="=?iso-8859-1?Q?caf=E9_1.txt?="', 'café 1.txt'],
  ['attachment; filename="=?UTF-8?B?5ZCI?= =?UTF-8?B?5ZCM?=.pdf"', '合同.pdf'],
  ['attachment; filename="=?nothing?B?5ZCI?="', '=?nothing?B?5ZCI?='],
])('the file name of %s is %s', (header, name) => {
  expect(dispositionFileName(header)).toBe(name);
});
