import { describe, expect, test } from 'vitest';
import { withoutIterations } from '../run/node-path.ts';
import { leavingTexts } from './leaving-texts.ts';
import type { Workflow } from './workflow.ts';

type Node = readonly [type: string, config: object, more?: { readonly parentId?: string; readonly options?: object }];
type Nodes = Readonly<Record<string, Node>>;

/** Edges as `a -> b` or `a.port -> b`. */
function workflow(nodes: Nodes, edges: readonly string[]): Workflow {
  return {
    name: 'w',
    nodes: Object.entries(nodes).map(([id, [type, config, more]]) => ({ id, type, version: 1, config, ...more })),
    edges: edges.map((text) => {
      const [from = '', target = ''] = text.split(' -> ');
      const [source = '', sourceHandle = 'out'] = from.split('.');
      return { id: text, source, sourceHandle, target, targetHandle: 'in' };
    }),
  } as unknown as Workflow;
}

const start: Node = ['start', { inputs: [] }];
const llm: Node = ['llm', { userPrompt: 'x' }];
const inside = (parentId: string): Node => ['llm', { userPrompt: 'x' }, { parentId }];
const withOptions = (options: object): Node => ['llm', { userPrompt: 'x' }, { options }];
const end = (answer: unknown): Node => ['end', { outputs: { answer } }];
const approval: Node = ['approval', { title: 'Send?', value: '{{write.output}}' }];
const leaving = (nodes: Nodes, edges: readonly string[] = []) => [...leavingTexts(workflow(nodes, edges))].sort();

describe('a text leaves while it is written', () => {
  test.each<[string, Nodes, string[], string[]]>([
    ['when an end reads it', { start, write: llm, end: end('{{write.output}}') }, ['start -> write', 'write -> end'], ['write']],
    [
      'when only the last of several drafts is read',
      { draft: llm, write: llm, end: end('{{write.output}}') },
      ['draft -> write', 'write -> end'],
      ['write'],
    ],
    [
      'in each branch of a classifier',
      {
        sort: ['classifier', {}],
        refund: llm,
        bug: llm,
        end: end('{{refund.output | default: bug.output}}'),
      },
      ['sort.refund -> refund', 'sort.bug -> bug', 'refund -> end', 'bug -> end'],
      ['bug', 'refund'],
    ],
    [
      'in each branch that a merge takes the first of',
      { sort: ['condition', {}], one: llm, two: llm, both: ['merge', { mode: 'first' }], end: end('{{both.value.output}}') },
      ['sort.true -> one', 'sort.false -> two', 'one -> both', 'two -> both', 'both -> end'],
      ['one', 'two'],
    ],
    [
      'through templates, values, merges and joins of all',
      {
        one: llm,
        two: llm,
        letter: ['template', { template: 'Dear, {{one.output}}' }],
        kept: ['set', { values: { a: '{{letter.text}}', b: 1 } }],
        both: ['merge', { mode: 'list' }],
        end: end(['{{kept.a}}', '{{both.value}}']),
      },
      ['one -> letter', 'letter -> kept', 'kept -> end', 'two -> both', 'both -> end'],
      ['one', 'two'],
    ],
    ['without an end, of the last node', { draft: llm, write: llm }, ['draft -> write'], ['write']],
    [
      'of each item of a list',
      { each: ['map', { items: [] }], think: inside('each'), write: inside('each'), end: end('{{each}}') },
      ['think -> write', 'each -> end'],
      ['each/write'],
    ],
    [
      'when a reply says it, whatever follows',
      {
        write: llm,
        say: ['reply', { text: 'So: {{write.output}}', from: 'write' }],
        approve: approval,
        end: end('{{approve}}'),
      },
      ['write -> say', 'say -> approve', 'approve.approved -> end'],
      ['write'],
    ],
    [
      'while a person decides on something else',
      { start, write: llm, approve: ['approval', { title: 'Ship?' }], end: end('{{write.output}}') },
      ['start -> write', 'start -> approve', 'write -> end', 'approve.approved -> end'],
      ['write'],
    ],
  ])('%s', (_when, nodes, edges, texts) => {
    expect(leaving(nodes, edges)).toEqual(texts);
  });
});

describe('a text is kept until it is decided whether it leaves', () => {
  const followedBy = (type: string, port: string, config: object = {}): [Nodes, string[]] => [
    { write: llm, next: [type, config], end: end('{{write.output}}') },
    ['write -> next', `next.${port} -> end`],
  ];
  test.each<[string, Nodes, string[]]>([
    [
      'after an approval that passes it on',
      { write: llm, approve: approval, end: end('{{approve}}') },
      ['write -> approve', 'approve.approved -> end'],
    ],
    ['after an approval, though the end reads the model', ...followedBy('approval', 'approved')],
    [
      'after an approval beside the end',
      { write: llm, approve: approval, end: end('{{write.output}}') },
      ['write -> approve', 'write -> end'],
    ],
    ['by a condition', ...followedBy('condition', 'true')],
    ['by a switch', ...followedBy('switch', 'else')],
    ['by a classifier', ...followedBy('classifier', 'fine')],
    ['by a check in code', ...followedBy('code', 'out')],
    ['by another model', ...followedBy('llm', 'out')],
    ['by a tool, which a person may have to allow', ...followedBy('tool-call', 'out')],
    ['by a wait', ...followedBy('wait', 'out')],
    ['by a race', ...followedBy('join', 'out', { mode: 'first' })],
    ['by a node type that is not known', ...followedBy('probe', 'out')],
    [
      'by an approval of a value made of it',
      {
        write: llm,
        letter: ['template', { template: '{{write.output}}' }],
        approve: ['approval', { title: 'Send?', value: '{{letter.text}}' }],
        end: end('{{approve}}'),
      },
      ['write -> letter', 'letter -> approve', 'approve.approved -> end'],
    ],
    [
      'as one of two that may both be there',
      { one: llm, write: llm, end: end('{{one.output | default: write.output}}') },
      ['one -> write', 'write -> end'],
    ],
    [
      'by another end that sets the same output',
      { write: llm, end: end('{{write.output}}'), later: end('something else') },
      ['write -> end', 'write -> later'],
    ],
    ['by a filter', { write: llm, end: end('{{write.output | truncate: 5}}') }, ['write -> end']],
    ['by a calculation', { write: llm, end: end('{{= write.output }}') }, ['write -> end']],
    ['by a statement', { write: llm, end: end('{% if false %}{{write.output}}{% endif %}') }, ['write -> end']],
    ['as JSON within a text', { write: llm, end: end('All: {{write}}') }, ['write -> end']],
    ['as a number of it', { write: llm, end: end('{{write.llmCalls}}') }, ['write -> end']],
    ['as a field of it', { write: ['llm', { outputSchema: {} }], end: end('{{write.output.urgency}}') }, ['write -> end']],
    ['as a value by names', { write: ['llm', { outputSchema: {} }], end: end('{{write.output}}') }, ['write -> end']],
    [
      'when another attempt may replace it',
      { write: withOptions({ retry: { attempts: 2 } }), end: end('{{write.output}}') },
      ['write -> end'],
    ],
    [
      'when its failure is handled',
      { write: llm, sorry: ['template', { template: 'Sorry' }], end: end('{{write.output | default: sorry.text}}') },
      ['write -> end', 'write.error -> sorry', 'sorry -> end'],
    ],
    [
      'when a value stands for its failure',
      { write: withOptions({ onError: { continue: 1 } }), end: end('{{write.output}}') },
      ['write -> end'],
    ],
    [
      'when a later round of a loop replaces it',
      { again: ['loop', { while: 'true' }], write: inside('again'), end: end('{{again.output}}') },
      ['again -> end'],
    ],
    [
      'when another item may win',
      { each: ['map', { items: [], onFailure: 'first' }], write: inside('each'), end: end('{{each}}') },
      ['each -> end'],
    ],
    [
      'when a person decides after the list',
      { each: ['map', { items: [] }], write: inside('each'), approve: ['approval', {}], end: end('{{each}}') },
      ['each -> approve', 'approve.approved -> end'],
    ],
    [
      'when a person decides on each item',
      {
        each: ['map', { items: [] }],
        write: inside('each'),
        approve: ['approval', {}, { parentId: 'each' }],
        end: end('{{each}}'),
      },
      ['write -> approve', 'each -> end'],
    ],
    [
      'when a person decides before it is said',
      { write: llm, approve: approval, say: ['reply', { text: '{{write.output}}', from: 'write' }] },
      ['write -> approve', 'approve.approved -> say'],
    ],
    ['when the reply says something else', { write: llm, say: ['reply', { text: 'Done.', from: 'write' }] }, ['write -> say']],
    [
      'when only a reply is heard',
      { write: llm, say: ['reply', { text: 'Hello' }], end: end('{{write.output}}') },
      ['say -> write', 'write -> end'],
    ],
  ])('%s', (_why, nodes, edges) => {
    expect(leaving(nodes, edges)).toEqual([]);
  });
});

test('a document that reads in circles is read to its end', () => {
  const nodes: Nodes = {
    one: ['set', { values: { a: '{{two.a}}' } }],
    two: ['set', { values: { a: '{{one.a}}' } }],
    end: end('{{one.a}}'),
  };
  expect(leaving(nodes, ['one -> two', 'two -> one', 'two -> end'])).toEqual([]);
});

test('iterations are removed from the path of a node', () => {
  expect(withoutIterations('each[2.1]/inner[0]/write')).toBe('each/inner/write');
  expect(withoutIterations('answer')).toBe('answer');
});
