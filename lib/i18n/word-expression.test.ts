import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { compilePattern } from '../expression/compile-pattern.ts';
import { validateWorkflow } from '../workflow/validate-workflow.ts';
import { messagesFor } from './messages.ts';
import { wordProblem } from './word-problem.ts';

const zhCn = messagesFor('zh-CN');
const hasChinese = /\p{Script=Han}/u;

/** What is said in Chinese of a field that holds this. */
function saidOf(nodes: Parameters<typeof workflowOf>[0]) {
  const { errors } = validateWorkflow(workflowOf(nodes, ['start -> it']), nodeRegistry);
  return errors.filter(({ texts }) => texts?.message.key === 'expression').map((problem) => wordProblem(problem, zhCn));
}
const ofTemplate = (template: string) => saidOf({ start: ['start', { inputs: [] }], it: ['template', { template }] });
const ofCondition = (condition: string) => saidOf({ start: ['start', { inputs: [] }], it: ['condition', { when: condition }] });

/** A sentence of a reader, as a page tells it. */
function inChinese(reason: string): string {
  return wordProblem({ message: reason, texts: { message: { key: 'said', params: { text: reason } } } }, zhCn).message;
}

test.each([
  ['{{ start.name', '“{{”没有闭合', '请添加“}}”'],
  ['{% for a in start.list %}', '{% for %} 没有闭合', '请添加 {% endfor %}'],
  ['{% comment %}', '{% comment %} 没有闭合', '请添加 {% endcomment %}'],
  ['{% endfor %}', '{% endfor %} 没有对应的开始标签', undefined],
  ['{% else %}', '{% else %} 必须位于 {% for %} 之内', undefined],
  ['{% if start.a %}x{% endif %}', '没有名为“if”的标签', '分支由节点实现：请使用条件或多路分支节点，或 default 过滤器'],
  ['{% include "x" %}', '没有名为“include”的标签', '可用的标签有 assign、capture、comment、for 和 raw'],
  ['{% assign = 1 %}', '这里应为变量名', undefined],
  ['{% assign a 1 %}', '这里应为“=”', undefined],
  ['{% for in start.list %}', '这里应为“in”，例如 {% for item in node.items %}', undefined],
  ['{% for a in (1) %}{% endfor %}', '这里应为“..”，例如 (1..5)', undefined],
  ['{{ }}', '这里应为路径，例如 {{ node.field }}', undefined],
  ['{{ start.name | upcas }}', '没有名为“upcas”的过滤器', '您是想写 upcase 吗？'],
  ['{{ start.name | }}', '这里应为过滤器名称', undefined],
  ['{{ start.content-type }}', '这里的名称不能含有“-”', '含其他字符的名称请放在方括号和引号中，例如 node["content-type"]'],
  ['{{ start.list.0 }}', '“.”之后应为字段名', '列表中的一项请写作 [0]'],
  ['{{ start[a] }}', '[ ] 中应为数字或带引号的名称，例如 [0] 或 ["content-type"]', undefined],
  ['{{ start.a > 3 }}', '这里不能使用“>”：请写成表达式，例如 {{= node.count + 1 }}', undefined],
  ['{{ start.a + 3 }}', '这里不能使用“+”：请写成表达式，例如 {{= node.count + 1 }}', undefined],
  ['{{ start.a b }}', '这里不应出现“b”', undefined],
])('the problem of the template %s is translated to Chinese', (template, message, hint) => {
  expect(ofTemplate(template)[0]).toEqual({ message, hint });
});

test.each([
  ['start.a >', '表达式不完整', undefined],
  ['(start.a > 3', '表达式不完整，还应有“)”', undefined],
  ['[start.a > 3', '表达式不完整，还应有“]”', undefined],
  ['start.a > ) 3', '这里不应出现“)”', undefined],
  ['start. 3', '这里应为名称，而不是数字', undefined],
  ['start.true', '这里应为名称，而不是布尔值', undefined],
  ['start.a "b"', '不应出现的字符：“"”', undefined],
  ['start.a = 3', expect.stringMatching(hasChinese), '比较请写“==”'],
  ['start.a and start.b', expect.stringMatching(hasChinese), '与、或、非请写“&&”、“||”、“!”'],
  ['{{start.a}} > 3', expect.stringMatching(hasChinese), '这里不写 {{ }}：请直接写路径，例如 start.count > 3'],
  ["start.a == 'x", '文本缺少结束的引号', undefined],
  ['start.a == "\\q"', '无效的转义序列：\\q', undefined],
  ['start.a == 0x', expect.stringMatching(hasChinese), undefined],
  ['start.a == 1e', '不应出现的字符：“e”', undefined],
  ['start.a # 3', expect.stringMatching(hasChinese), undefined],
  ['while == 3', '“while”是保留字', '这是保留字；请为该节点换一个 ID'],
  ['start.list.all(3, true)', expect.stringMatching(hasChinese), undefined],
  ['x'.repeat(20_000), expect.stringMatching(/^表达式最多 \d+ 个字符$/), undefined],
])('the problem of the condition %s is translated to Chinese', (condition, message, hint) => {
  expect(ofCondition(condition)[0]).toEqual({ message, hint });
});

test('the problem of an invalid pattern is translated to Chinese, with the pattern unchanged', () => {
  const reasons = [
    ...['(a', 'a)', '[a', '*', 'a{2}{3}', 'a{2,1}', '(?=a)', '(?#a)', '(a)\\1', '[b-a]', '\\p', '\\p{Nothing}', '\\u00', '\\Qa'],
    ...['a\\', '(?<n>a)(?<n>b)', '(a{40}){40}', 'a'.repeat(501), `${'(?:'.repeat(166)}`, '(?<a-b>x)'],
  ].map((pattern) => {
    try {
      return compilePattern(pattern) && '';
    } catch (error) {
      return `The pattern ${JSON.stringify(pattern)} cannot be used: ${(error as Error).message}`;
    }
  });
  for (const reason of reasons) expect(inChinese(reason)).toMatch(/^无法使用模式 ".+"：.*\p{Script=Han}/u);
});

test('a name in a sentence is not translated, even if it is a word elsewhere', () => {
  expect(ofTemplate('{{ start.name | number }}')[0]?.message).toBe('没有名为“number”的过滤器');
});

test.each([
  '{{ a.b | uniq: "id" }}',
  '{{ a.b | where: "v", ">", 3 }}',
  '{{ a.b | split }}',
  '{{ a.b | replace: "x" }}',
  '{{ a.b | default: 1, strict: true }}',
])('the problem of the arguments in %s has a Chinese text', (template) => {
  expect(ofTemplate(template)[0]?.message).toMatch(hasChinese);
});

const readers = ['tag-reader', 'template-parser', 'compile-pattern', 'linear-regex', 'cel-references', 'cel-environment'];
const source = (file: string) =>
  readFileSync(join(fileURLToPath(new URL('../expression', import.meta.url)), `${file}.ts`), 'utf8');
const calls = /(?:fail|PatternError|#report|problemAt|ExpressionError)\(([^;]*?)\);/gs;
const sentences = /"([^"\n]*)"|'((?:[^'\\\n]|\\.)*)'|`([^`\n]*)`/g;

test('every message of the expression parsers has a Chinese translation', () => {
  const said = readers
    .flatMap((file) => [...source(file).matchAll(calls)].map(([call]) => call))
    .flatMap((call) => [...call.matchAll(sentences)].map(([, double, single, filled]) => double ?? single ?? filled ?? ''))
    .filter((sentence) => /\w \w/.test(sentence) && !sentence.includes('? '))
    .map((sentence) => sentence.replaceAll(/\$\{[^{}]*\}/g, '7').replaceAll('\\\\', '\\'));
  expect(said.length).toBeGreaterThan(25);
  // What is expected is named where it is: two names, and both are in the templates above.
  expect(said.filter((sentence) => sentence !== 'Expected 7' && !hasChinese.test(inChinese(sentence)))).toEqual([]);
});
