import { expect, test } from 'vitest';
import { replyingNodes } from './replying-nodes.ts';
import type { Workflow } from './workflow.ts';

type Rows = Record<string, { readonly type: string; readonly config?: object; readonly parentId?: string }>;

function graph(rows: Rows, edges: readonly string[]): Workflow {
  return {
    nodes: Object.entries(rows).map(([id, row]) => ({ id, version: 1, config: {}, position: { x: 0, y: 0 }, ...row })),
    edges: edges.map((text) => {
      const [from = '', target = ''] = text.split(' -> ');
      const [source = '', sourceHandle = 'out'] = from.split('.');
      return { id: text, source, sourceHandle, target, targetHandle: 'in' };
    }),
  } as unknown as Workflow;
}

const end = (value: unknown) => ({ type: 'end', config: { outputs: { answer: value } } });
const llm = { type: 'llm' };
const nodesOf = (rows: Rows, edges: readonly string[]) => [...replyingNodes(graph(rows, edges)).keys()];

test('a model whose text is the reply of every end after it', () => {
  expect(nodesOf({ write: llm, end: end('{{ write.output }}') }, ['write -> end'])).toEqual(['write']);
});

test.each<[string, Rows, string[]]>([
  ['is changed by its end', { write: llm, end: end('Dear {{write.output}}') }, ['write -> end']],
  [
    'is changed by another node',
    { write: llm, shout: { type: 'template' }, end: end('{{shout.text}}') },
    ['write -> shout', 'shout -> end'],
  ],
  ['is structured', { write: { type: 'llm', config: { outputSchema: {} } }, end: end('{{write.output}}') }, ['write -> end']],
  [
    'is written within a container',
    { each: { type: 'map' }, write: { ...llm, parentId: 'each' }, end: end('{{write.output}}') },
    ['each -> end'],
  ],
  [
    'is a draft for one of two ends',
    { write: llm, better: { type: 'template' }, a: end('{{write.output}}'), b: end('{{better.text}}') },
    ['write -> a', 'write -> better', 'better -> b'],
  ],
  [
    'is not the reply, which another node says',
    { write: llm, say: { type: 'reply' }, end: end('{{write.output}}') },
    ['write -> say', 'say -> end'],
  ],
])('not a text that %s', (_what, rows, edges) => {
  expect(nodesOf(rows, edges)).toEqual([]);
});

test('a text that a person decides on is not a reply while it is written, though its end reads the model', () => {
  const rows = { write: llm, ask: { type: 'approval' }, end: end('{{write.output}}') };
  expect(nodesOf(rows, ['write -> ask', 'ask.approved -> end'])).toEqual([]);
});

const reply = (from: string, text = `{{${from}.output}}`) => ({ type: 'reply', config: { from, text } });
const loop = { type: 'loop', config: { while: 'false' } };

test.each<[string, Rows, string[], [string, string][]]>([
  ['is the text of a reply', { a: llm, say: reply('a') }, ['a -> say'], [['a', '']]],
  ['comes after words', { a: llm, say: reply('a', 'So: {{ a.output }}!') }, ['a -> say'], [['a', 'So: ']]],
  [
    'is said in each pass of a loop',
    { passes: loop, a: { ...llm, parentId: 'passes' }, say: { ...reply('a'), parentId: 'passes' } },
    ['a -> say'],
    [['passes/a', '']],
  ],
  [
    'is said after another reply, and before one',
    { first: { type: 'reply', config: { text: 'Hi' } }, a: llm, say: reply('a'), b: llm, last: reply('b') },
    ['first -> a', 'a -> say', 'say -> b', 'b -> last'],
    [
      ['a', ''],
      ['b', ''],
    ],
  ],
  ['comes after another value', { a: llm, b: llm, say: reply('b', '{{a.output}} {{b.output}}') }, ['a -> b', 'b -> say'], []],
  ['is changed by the reply', { a: llm, say: reply('a', '{{a.output | upcase}}') }, ['a -> say'], []],
  [
    'is written while another reply may be said',
    { a: llm, say: reply('a'), b: llm, other: reply('b') },
    ['a -> say', 'b -> other'],
    [],
  ],
  [
    'is said by several items at once',
    { each: { type: 'map' }, a: { ...llm, parentId: 'each' }, say: { ...reply('a'), parentId: 'each' } },
    ['a -> say'],
    [],
  ],
  ['waits for a person', { a: llm, ask: { type: 'approval' }, say: reply('a') }, ['a -> ask', 'ask.approved -> say'], []],
])('what streams where the text of a model %s', (_what, rows, edges, live) => {
  expect([...replyingNodes(graph(rows, edges))]).toEqual(live);
});

test('one of two models, in branches of their own', () => {
  const rows = { ask: { type: 'condition' }, short: llm, long: llm, a: end('{{short.output}}'), b: end('{{long.output}}') };
  expect(nodesOf(rows, ['ask.true -> short', 'ask.false -> long', 'short -> a', 'long -> b'])).toEqual(['short', 'long']);
});
