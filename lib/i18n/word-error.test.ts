import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findErrorTexts } from '#tests/support/error-texts.ts';
import errorsZhCn from './messages/errors.zh-CN.json' with { type: 'json' };
import { translateError, wordError } from './word-error.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('every text of an error has a Chinese translation that names the same values', () => {
  const texts = findErrorTexts(root);
  expect(texts.length).toBeGreaterThan(200);
  const untranslated = texts.filter(({ text }) => {
    const chinese = wordError(text, 'zh-CN');
    const values = text.match(/⟪\d⟫/g) ?? [];
    return !/\p{Script=Han}/u.test(chinese) || values.some((value) => !chinese.includes(value));
  });
  expect(untranslated.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
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
  ['Raise the limit of the workflow, or choose a cheaper model', '请提高工作流的上限，或选择更便宜的模型'],
  ['For each needs a list, and its items are an object', '遍历需要列表，但 items 是对象'],
  [
    'The workspace may use 10 tokens a day, and 12 tokens are used on 2026-11-22 (UTC)',
    '工作区每天可使用 10 个 token，2026-11-22（UTC）已使用 12 个 token',
  ],
])('%j in Chinese', (english, chinese) => {
  expect(wordError(english, 'zh-CN')).toBe(chinese);
});

test('an error keeps its fields, and one without a translation its words', () => {
  const error = { code: 'x', message: 'Something odd', hint: 'Raise the limit of the workflow', path: 'config.url' };
  expect(translateError(error, 'zh-CN')).toEqual({ ...error, hint: '请提高工作流的上限' });
  expect(translateError(error, 'en')).toBe(error);
});

test('a long text is matched in linear time', () => {
  const startedAt = performance.now();
  wordError(`The condition '${" gives '".repeat(200_000)}`, 'zh-CN');
  wordError(`read_url${' failed: a is not allowed: b'.repeat(50_000)}`, 'zh-CN');
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
