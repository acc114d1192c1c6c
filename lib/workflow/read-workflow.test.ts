import { describe, expect, test } from 'vitest';
import { document, node, testNodes } from '#tests/support/test-nodes.ts';
import { formatWorkflow } from './format-workflow.ts';
import { readWorkflow } from './read-workflow.ts';

const read = (json: unknown) => readWorkflow(json, testNodes);

test('an old config is brought up to date', () => {
  const { workflow, problems } = read(document([node('a', 'letter', { version: 1, config: { text: 'Dear\nAda' } })]));
  expect(problems).toEqual([]);
  expect(workflow?.nodes[0]).toMatchObject({ version: 3, config: { lines: ['Dear', 'Ada'] } });
});

describe('unknown fields are kept and reported', () => {
  test.each([
    [
      'an unknown type',
      node('a', 'leter', { version: 7, config: { any: ['thing'] } }),
      { code: 'unknown-type', hint: 'Did you mean letter?' },
    ],
    ['a newer node', node('a', 'letter', { version: 9, config: { pages: [] } }), { code: 'version-newer', path: 'version' }],
  ])('%s', (_name, unknown, problem) => {
    const { workflow, problems } = read(document([unknown]));
    expect(problems).toEqual([expect.objectContaining({ nodeId: 'a', severity: 'error', ...problem })]);
    expect(workflow?.nodes[0]).toEqual(unknown);
    expect(JSON.parse(formatWorkflow(workflow as never)).nodes[0]).toEqual(unknown);
  });

  test('unknown keys of document, settings, nodes, options and edges', () => {
    const json = {
      ...document(
        [
          {
            ...node('a', 'echo', {
              options: { retry: { attempts: 2, delayMs: 1, factor: 2, on: 'all', jitter: 0.5 }, future: 1 },
            }),
            position: { x: 0, y: 0, pinnedTo: 'grid' },
            colour: 'red',
          },
        ],
        ['a -> a'],
      ),
      tags: ['x'],
      settings: { limits: { maxSteps: 3, maxCostUsd: 1 }, theme: { dark: true } },
    };
    Object.assign(json.edges[0] ?? {}, { weight: 3 });
    const { workflow, problems } = read(json);
    expect(problems).toEqual([]);
    expect(JSON.parse(formatWorkflow(workflow as never))).toEqual(json);
  });

  test('a newer format: the document is handed back as it was', () => {
    const json = { format: 'threadloom/workflow@2', shapes: [] };
    const { workflow, original, problems } = read(json);
    expect(workflow).toBeUndefined();
    expect(original).toBe(json);
    expect(problems).toEqual([expect.objectContaining({ code: 'format-newer', path: 'format' })]);
  });
});

test('a node that a program made without a position is read', () => {
  const { position: _, ...placeless } = node('a', 'echo');
  const { workflow, problems } = read(document([placeless as never]));
  expect(problems).toEqual([]);
  expect(workflow?.nodes[0]).toEqual({ ...placeless, position: { x: 0, y: 0 } });
});

test('an invalid document names the path of every problem', () => {
  const { workflow, problems } = read({ ...document([{ ...node('a', 'echo'), label: 3 }, { id: 'B' }]), name: '' });
  expect(workflow).toBeUndefined();
  expect(problems.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['name', 'nodes[0].label', 'nodes[1].id', 'nodes[1].type']),
  );
  expect(problems.find(({ path }) => path === 'nodes[0].label')).toMatchObject({
    code: 'document-invalid',
    nodeId: 'a',
    message: 'nodes[0].label: Must be a text, not a number',
  });
  expect(problems.find(({ path }) => path === 'nodes[1].type')?.message).toBe('nodes[1].type: Missing: it must be a text');
});

test('a key named __proto__ is reported, never dropped', () => {
  const json: unknown = JSON.parse(
    '{"format":"threadloom/workflow@1","name":"a","description":"","settings":{},"edges":[],"nodes":[{"id":"a","type":"echo","version":1,"label":"","config":{"__proto__":1},"position":{"x":0,"y":0}}]}',
  );
  const { workflow, original, problems } = readWorkflow(json, testNodes);
  expect(workflow).toBeUndefined();
  expect(original).toBe(json);
  expect(problems).toMatchObject([{ code: 'document-invalid', message: expect.stringContaining('__proto__') }]);
});
