import { expect, test } from 'vitest';
import { jsonReason } from './json-reason.ts';

function reasonOf(text: string, language = 'zh-CN'): string {
  try {
    JSON.parse(text);
  } catch (error) {
    return jsonReason(error, language);
  }
  throw new Error('This is JSON.');
}

test.each([
  ['', '内容不完整'],
  ['{"a":1,}', '第 1 行第 8 列，需要双引号括起的字段名'],
  ['{a:1}', '第 1 行第 2 列，需要双引号括起的字段名'],
  ['{"a" 1}', '第 1 行第 6 列，字段名之后需要冒号'],
  ['{"a":1 "b"}', '第 1 行第 8 列，需要逗号或右花括号'],
  ['[1,\n2\n3]', '第 3 行第 1 列，需要逗号或右方括号'],
  ['{} x', '第 1 行第 4 列，JSON 之后还有其他内容'],
  ['"abc', '第 1 行第 5 列，字符串没有结束'],
  ['"a\nb"', '第 1 行第 3 列，字符串中有未转义的控制字符'],
  ['"\\x"', '第 1 行第 3 列，转义字符无效'],
  ['1.', '第 1 行第 3 列，数字无效'],
  ['{"a":tru}', '意外的字符 }'],
  ["{'a':1}", '第 1 行第 2 列，需要双引号括起的字段名'],
  ['[undefined]', '意外的字符 u'],
])('%s is not JSON, and Chinese words say why', (text, reason) => {
  expect(reasonOf(text)).toBe(reason);
});

test('in English it is the message of the engine', () => {
  expect(reasonOf('[1 2]', 'en')).toContain('line 1 column 4');
});
