import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldReasons } from './field-reasons.ts';

function reasonOf(schema: z.ZodType, value: unknown) {
  const issue = schema.safeParse(value).error?.issues[0];
  if (!issue) throw new Error('the value is valid');
  return fieldReasons(issue, value);
}

test.each([
  [z.string(), undefined, 'Missing: it must be a text', '缺失：必须是文本'],
  [z.number(), '30s', 'Must be a number, not a text', '必须是数字，而不是文本'],
  [z.record(z.string(), z.unknown()), [1], 'Must be an object, not a list', '必须是对象，而不是列表'],
  [z.boolean(), null, 'Must be true or false, not null', '必须是 true 或 false，而不是 null'],
  [z.int(), 1.5, 'Must be a whole number, not a number', '必须是整数，而不是数字'],
  [z.enum(['a', 'b']), 'c', 'Must be one of "a", "b"', '必须是以下之一："a", "b"'],
  [z.strictObject({}), { x: 1 }, "There is no field 'x'", "没有字段 'x'"],
  [z.string().min(1), '', 'Must not be empty', '不能为空'],
  [z.string().max(3), 'long', 'May have at most 3 characters', '最多 3 个字符'],
  [z.array(z.number()).min(2), [1], 'Must have at least 2 entries', '至少需要 2 项'],
  [z.number().max(9), 10, 'Must be at most 9', '不能大于 9'],
  [z.number().positive(), 0, 'Must be more than 0', '必须大于 0'],
])('%#: what zod says is put plainly, in both languages', (schema, value, english, chinese) => {
  expect(reasonOf(schema, value)).toEqual({ reason: english, 'reason:zh-CN': chinese });
});

test('what has no words of ours keeps those of zod, translated', () => {
  expect(reasonOf(z.email(), 'x')).toEqual({
    reason: 'Invalid email address',
    'reason:zh-CN': expect.stringContaining('电子邮件'),
  });
});
