import { describe, expect, test } from 'vitest';
import { document, node } from '#tests/support/test-nodes.ts';
import { formatWorkflow } from './format-workflow.ts';
import { type Workflow, workflowSchema } from './workflow.ts';

const hello = `{
  "format": "threadloom/workflow@1",
  "name": "hello",
  "description": "Answers one question.",
  "settings": { "limits": { "maxSteps": 50 } },
  "nodes": [
    {
      "id": "answer",
      "type": "llm",
      "version": 1,
      "label": "Answer",
      "config": { "model": "default", "userPrompt": "{{start.question}}" },
      "position": { "x": 320, "y": 0 }
    },
    {
      "id": "start",
      "type": "start",
      "version": 1,
      "label": "Start",
      "config": { "inputs": [{ "name": "question", "type": "text", "required": true }] },
      "position": { "x": 0, "y": 0 }
    }
  ],
  "edges": [
    { "id": "start-answer", "source": "start", "sourceHandle": "out", "target": "answer", "targetHandle": "in" }
  ]
}
`;
const format = (json: unknown) => formatWorkflow(workflowSchema.parse(json));
const printed = (json: unknown) => JSON.parse(format(json)) as Workflow;

test('prints the sample of the specification byte for byte', () => {
  expect(format(JSON.parse(hello))).toBe(hello);
});

test('an empty workflow has empty lists', () => {
  expect(format(document([]))).toContain('"settings": {},\n  "nodes": [],\n  "edges": []\n}\n');
});

describe('order', () => {
  test('nodes by id, edges by source, target and handles', () => {
    const { nodes, edges } = printed(
      document([node('b', 'echo'), node('a', 'echo')], ['b -> a', 'a.z -> b', 'a.y -> b', 'a -> a']),
    );
    expect(nodes.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(edges.map(({ id }) => id)).toEqual(['a-a', 'a.y-b', 'a.z-b', 'b-a']);
  });

  test('known keys first, unknown ones after them by name', () => {
    const [only] = printed(
      document([
        {
          zeta: 1,
          alpha: 2,
          position: { y: 1, x: 2, z: 3 },
          config: {},
          label: '',
          options: { notes: 'n', retry: { attempts: 2 } },
          version: 1,
          type: 'echo',
          id: 'a',
        },
      ]),
    ).nodes;
    expect(Object.keys(only ?? {})).toEqual(['id', 'type', 'version', 'label', 'config', 'options', 'position', 'alpha', 'zeta']);
    expect(Object.keys(only?.options ?? {})).toEqual(['retry', 'notes']);
  });

  test('the keys of a config stay as they were written', () => {
    const [only] = printed(document([node('a', 'echo', { config: { values: { zeta: 1, alpha: 2 } } })])).nodes;
    expect(Object.keys(only?.config.values as object)).toEqual(['zeta', 'alpha']);
  });
});

test('positions are rounded', () => {
  const [only] = printed(document([{ ...node('a', 'echo'), position: { x: 10.6, y: -0.2 } }])).nodes;
  expect(only?.position).toEqual({ x: 11, y: 0 });
});

test('no line is longer than 120 characters, unless a single string is', () => {
  const values = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`name_${index}`, ['some text', index, { deep: 'x'.repeat(index * 3) }]]),
  );
  const lines = format(document([node('a', 'echo', { config: { values } })], ['a -> a'])).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
  expect(Math.max(...lines.map((line) => line.length))).toBeGreaterThan(100);
});
