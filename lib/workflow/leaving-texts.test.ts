import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { withoutIterations } from '../run/node-path.ts';
import { leavingTexts } from './leaving-texts.ts';
import type { Workflow } from './workflow.ts';

type Nodes = Readonly<Record<string, readonly [type: string, config: object, parentId?: string]>>;

function workflow(nodes: Nodes, edges: readonly (readonly [string, string])[] = []): Workflow {
  return {
    name: 'w',
    nodes: Object.entries(nodes).map(([id, [type, config, parentId]]) => ({
      id,
      type,
      version: 1,
      config,
      ...(parentId && { parentId }),
    })),
    edges: edges.map(([source, target], index) => ({ id: `e${index}`, source, sourceHandle: 'out', target, targetHandle: 'in' })),
  } as unknown as Workflow;
}

const llm = (prompt: string, parentId = ''): readonly [string, object, string] => ['llm', { userPrompt: prompt }, parentId];
const end = (text: string) => ['end', { outputs: { answer: text } }] as const;
const leaving = (nodes: Nodes, edges?: readonly (readonly [string, string])[]) =>
  [...leavingTexts(workflow(nodes, edges), nodeRegistry)].sort();

test('a text that an end node reads is an output, and one that only models or code read is not', () => {
  const nodes = {
    draft: llm('x'),
    check: ['code', { code: 'return {{draft.output}}' }],
    answer: llm('{{draft.output}}'),
    end: end('{{answer.output}}'),
  } as const;
  expect(leaving(nodes)).toEqual(['answer']);
});

test('without an end, the texts of the last nodes are the outputs', () => {
  const edges = [['draft', 'answer']] as const;
  expect(leaving({ draft: llm('x'), answer: llm('{{draft.output}}') }, edges)).toEqual(['answer']);
});

test('a text leaves through templates, values and merges', () => {
  const nodes = {
    one: llm('x'),
    two: llm('x'),
    letter: ['template', { template: 'Dear, {{one.output}}' }],
    kept: ['set', { values: { a: '{{letter.text}}' } }],
    both: ['merge', { mode: 'list' }],
    end: end('{{kept.a}} {{both.value}}'),
  } as const;
  expect(leaving(nodes, [['two', 'both']])).toEqual(['both', 'kept', 'letter', 'one', 'two']);
});

test('for a container, the texts that its body returns are outputs', () => {
  const nodes = {
    source: llm('x'),
    each: ['map', { items: '{{source.output}}' }],
    think: llm('x', 'each'),
    write: llm('{{think.output}}', 'each'),
    end: end('{{each.items}}'),
  } as const;
  expect(leaving(nodes, [['think', 'write']])).toEqual(['each', 'each/write']);
});

test('iterations are removed from the path of a node', () => {
  expect(withoutIterations('each[2.1]/inner[0]/write')).toBe('each/inner/write');
  expect(withoutIterations('answer')).toBe('answer');
});
