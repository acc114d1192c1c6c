import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { findErrorTexts, findSchemaTexts } from '#tests/support/error-texts.ts';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import errorsZhCn from './messages/errors.zh-CN.json' with { type: 'json' };
import { translateError, wordError } from './word-error.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What is written as code, in any language. */
const CODE = /`[^`]*`|\{%.*?%\}|Bearer tlk_/g;
/** Not with two English words in a row: then a template of another text fits by chance. */
const isWhole = (chinese: string) => /\p{Script=Han}/u.test(chinese) && !/[a-z]{3,} [a-z]{2,}/.test(chinese.replaceAll(CODE, ''));

test('every text of an error has a Chinese translation that names the same values', () => {
  const texts = findErrorTexts(root);
  expect(texts.length).toBeGreaterThan(200);
  const untranslated = texts.filter(({ text }) => {
    const chinese = wordError(text, 'zh-CN');
    const values = text.match(/⟪\d⟫/g) ?? [];
    return !isWhole(chinese) || values.some((value) => !chinese.includes(value));
  });
  expect(untranslated.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
});

test('every message of a schema of requests has a Chinese translation that names the same values', () => {
  const texts = findSchemaTexts(root);
  expect(texts.length).toBeGreaterThan(40);
  const untranslated = texts.filter(({ text }) => {
    const chinese = wordError(text, 'zh-CN');
    const values = text.match(/⟪\d⟫/g) ?? [];
    return !isWhole(chinese) || values.some((value) => !chinese.includes(value));
  });
  expect(untranslated.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
});

test.each([
  [z.string().max(3), 'four', '最多 3 个字符'],
  [z.string().min(2), '', '至少 2 个字符'],
  [z.int().min(1).max(9), 0, '不能小于 1'],
  [z.int().min(1).max(9), 10, '不能大于 9'],
  [z.int().positive(), 0, '必须大于 0'],
  [z.array(z.string()).max(1), ['a', 'b'], '最多 1 项'],
  [z.array(z.string()).min(1), [], '至少 1 项'],
  [z.enum(['fast', 'slow']), 'x', '选项无效：应为 "fast"|"slow" 之一'],
  [z.string(), 5, '类型不正确：应为 string，实际为 number'],
  [z.literal('a'), 'b', '值不正确：应为 "a"'],
  [z.union([z.string(), z.number()]), true, '值不正确'],
  [z.url(), 'x', '网址无效'],
  [z.iso.datetime(), 'x', '日期时间无效'],
  [z.iso.date(), 'x', '日期无效'],
  [z.email(), 'x', '电子邮件地址无效'],
  [z.record(z.string().max(1), z.string()), { ab: '' }, '字段名无效'],
  [
    z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]),
    { type: 'c' },
    "类型无效：应为 'a' | 'b' 之一",
  ],
  [z.string().regex(/^a/), 'b', '格式不正确：须匹配 /^a/'],
])('what Zod says of %#', (schema, value, chinese) => {
  expect(wordError(schema.safeParse(value).error?.issues[0]?.message ?? '', 'zh-CN')).toBe(chinese);
});

/** Made of what `typeof` says. */
const ofTypes = ['the string {value}', 'the number {value}', 'the boolean {value}'];

test('every translation is of a text that is still there', () => {
  const sources = globSync('{engine,server,lib}/**/*.ts', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'));
  const source = sources.join('\n').replaceAll("\\'", "'");
  const longestPart = (english: string) => english.split(/\{\w+\}/).sort((a, b) => b.length - a.length)[0] ?? '';
  expect(
    Object.keys(errorsZhCn).filter((english) => !source.includes(longestPart(english)) && !ofTypes.includes(english)),
  ).toEqual([]);
});

test.each([
  ['search failed: There is no file a.txt', 'search 失败：没有文件 a.txt'],
  ["Model 'fast' (openai, gpt-x) refused the API key (401): no", '模型“fast”（openai, gpt-x）拒绝了 API 密钥（401）：no'],
  ['The run may cost $1.00 and has cost $1.20', '运行费用上限为 $1.00，已花费 $1.20'],
  [
    'http://127.0.0.1:9/orders is not allowed: 127.0.0.1 is not a public address',
    '不允许访问 http://127.0.0.1:9/orders：127.0.0.1 不是公网地址',
  ],
  ['The path "../x" is not allowed: it leads out of the folder.', '不允许使用路径 "../x"：它通向文件夹之外。'],
  ['Raise the limit of the workflow, or choose a cheaper model', '请提高工作流的上限，或选择更便宜的模型'],
  ['For each needs a list, and its items are an object', '遍历需要列表，但 items 是对象'],
  [
    'The workspace may use 10 tokens a day, and 12 tokens are used on 2026-11-22 (UTC)',
    '工作区每天可使用 10 个 token，2026-11-22（UTC）已使用 12 个 token',
  ],
])('%j in Chinese', (english, chinese) => {
  expect(wordError(english, 'zh-CN')).toBe(chinese);
});

test.each([
  ['{"a":', 'JSON 内容不完整'],
  ['{"a":1,}', '第 1 行第 8 列，需要双引号括起的字段名'],
  ['[1 2]', '第 1 行第 4 列，需要逗号或右方括号'],
  ['[tru]', '意外的字符 ]'],
])('what the server says of %s has Chinese words too', (text, reason) => {
  expect(() => JSON.parse(text)).toThrow(expect.toSatisfy(({ message }: Error) => wordError(message, 'zh-CN') === reason));
});

test('an error keeps its fields, and one without a translation its words', () => {
  const error = { code: 'x', message: 'Something odd', hint: 'Raise the limit of the workflow', path: 'config.url' };
  expect(translateError(error, 'zh-CN')).toEqual({ ...error, hint: '请提高工作流的上限' });
  expect(translateError(error, 'en')).toBe(error);
});

test('a long text is matched in linear time', () => {
  const startedAt = threadCpuMs();
  wordError(`The condition '${" gives '".repeat(200_000)}`, 'zh-CN');
  wordError(`read_url${' failed: a is not allowed: b'.repeat(50_000)}`, 'zh-CN');
  expect(threadCpuMs() - startedAt).toBeLessThan(1000);
});
