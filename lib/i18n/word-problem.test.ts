import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import type { Problem } from '../workflow/problem.ts';
import { validateWorkflow } from '../workflow/validate-workflow.ts';
import { fieldReasons } from './field-reasons.ts';
import english from './messages/problems.en.json' with { type: 'json' };
import chinese from './messages/problems.zh-CN.json' with { type: 'json' };
import reasons from './messages/reasons.zh-CN.json' with { type: 'json' };
import { messagesFor } from './messages.ts';
import { translateProblem, wordProblem } from './word-problem.ts';

const zhCn = messagesFor('zh-CN');
const root = fileURLToPath(new URL('../../', import.meta.url));
const sourcesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('.test.'))
    .map((path) => readFileSync(join(root, folder, path), 'utf8'));
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test('every sentence of a problem has words in Chinese, with the same values filled in', () => {
  expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
  for (const key of Object.keys(english) as (keyof typeof english)[])
    expect([...new Set(placeholders(chinese[key]))], key).toEqual([...new Set(placeholders(english[key]))]);
});

test('every problem text is used', () => {
  const sources = sourcesIn('lib/workflow').join('\n');
  const isTold = (key: string) => sources.includes(`'${key}'`) || /^port-no-(in|out)puts?$/.test(key);
  expect(Object.keys(english).filter((key) => !isTold(key))).toEqual([]);
});

test('problem texts of node types have Chinese translations', () => {
  const own = sourcesIn('nodes').flatMap((text) =>
    [...text.matchAll(/\.(?:min|max|regex)\([^()']+, '([^']+)'\)/g)].map(([, words]) => words),
  );
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((words) => !Object.hasOwn(reasons, String(words)))).toEqual([]);
});

const hasChinese = /\p{Script=Han}/u;
function problemsOf(nodes: Parameters<typeof workflowOf>[0], edges: string[] = []): readonly Problem[] {
  const { errors, warnings } = validateWorkflow(workflowOf(nodes, edges), nodeRegistry, { tools: toolRegistry });
  return [...errors, ...warnings];
}

test('a problem in Chinese keeps its names, and in English its text', () => {
  const [problem] = problemsOf({ start: ['start', { inputs: [] }], write: ['template', { template: '{{strat.name}}' }] }, [
    'start -> write',
  ]);
  if (!problem) throw new Error('The reference is wrong');
  expect(wordProblem(problem, zhCn)).toEqual({ message: '没有名为“strat”的节点', hint: '您是想写 start.name 吗？' });
  expect(wordProblem(problem, messagesFor('en'))).toEqual({ message: problem.message, hint: problem.hint });
  expect(translateProblem(problem, zhCn)).toMatchObject({ code: 'unknown-reference', message: '没有名为“strat”的节点' });
});

test('fields have the titles of their form, and reasons of zod and our own are translated to Chinese', () => {
  const all = problemsOf(
    {
      start: ['start', { inputs: [] }],
      each: ['map', { items: [1], concurrency: 1000 }],
      again: ['loop', { while: '' }],
      ask: ['llm', {}],
      wait: ['tool-call', { toolName: 'time-now', parameters: { zone: 'UTC' } }],
    },
    ['start -> each', 'each -> again', 'again -> ask', 'ask -> wait'],
  );
  const told = all.map((problem) => wordProblem(problem, zhCn));
  expect(all.length).toBeGreaterThan(5);
  for (const { message } of told) expect(message).toMatch(hasChinese);
  for (const { hint } of told) if (hint !== undefined) expect(hint).toMatch(hasChinese);
  expect(told.map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^同时处理.*100/u), expect.stringContaining('请编写条件')]),
  );
});

test('a value of a body that is read from outside is explained by what its container gives', () => {
  const nested = workflowOf(
    {
      start: ['start', { inputs: [] }],
      each: ['map', { items: [1] }],
      in: ['template', { template: 'x' }],
      out: ['template', { template: '{{inner.text}}' }],
    },
    ['start -> each', 'each -> out'],
  );
  const nodes = nested.nodes.map((node) => (node.id === 'in' ? { ...node, id: 'inner', parentId: 'each' } : node));
  const [problem] = validateWorkflow({ ...nested, nodes }, nodeRegistry).errors;
  expect(problem).toMatchObject({
    code: 'reference-not-before',
    hint: expect.stringContaining('{{ each }} is the list of the results of its iterations'),
  });
  if (problem) expect(wordProblem(problem, zhCn).hint).toContain('{{ each }} 是各轮结果');
});

test('a reason in words of our own has none of zod’s', () => {
  const issue: z.core.$ZodIssueTooSmall = {
    code: 'too_small',
    minimum: 1,
    origin: 'string',
    inclusive: true,
    path: [],
    message: 'Choose a model',
  };
  expect(fieldReasons(issue, '')).toEqual({ reason: 'Choose a model' });
  const plain = { ...issue, message: 'Too small: expected string to have >=1 characters' };
  expect(fieldReasons(plain, '')).toEqual({ reason: 'Must not be empty', 'reason:zh-CN': '不能为空' });
});

test('names stay as they are, also those that mean something elsewhere', () => {
  const [problem] = problemsOf({ start: ['start', { inputs: [] }], text: ['map', { items: [1] }] }, ['start -> text']);
  expect(problem && wordProblem(problem, zhCn).message).toBe('text 里面什么都没有');
});
