import { expect, test } from 'vitest';
import { document, node, startNode, testNodes } from '#tests/support/test-nodes.ts';
import { inferSchemas } from './infer-schemas.ts';
import { workflowSchema } from './workflow.ts';

const infer = (nodes: readonly unknown[], edges: readonly string[]) =>
  inferSchemas(workflowSchema.parse(document([startNode, ...nodes], edges)), testNodes);
const page = node('fetch', 'fetch', { config: { url: 'x' } });
const say = (values: Record<string, unknown>, id = 'say') => node(id, 'echo', { config: { values } });

test('a value that is a single reference has the schema of its target; other values have the schema of their literal', () => {
  const schemas = infer(
    [
      page,
      say({
        status: '{{fetch.status}}',
        line: 'is {{fetch.status}}',
        limit: 3,
        tags: ['a', '{{fetch.body}}'],
        raw: '{{fetch.body | size}}',
      }),
    ],
    ['start -> fetch', 'fetch -> say'],
  );
  expect(schemas.valueOf('say')).toMatchObject({
    properties: {
      status: { type: 'integer' },
      line: { type: 'string' },
      limit: { type: 'number' },
      tags: { type: 'array', items: { type: 'string' } },
      raw: {},
    },
    required: ['status', 'line', 'limit', 'tags', 'raw'],
    additionalProperties: false,
  });
});

test('a branch passes on the schema of its input', () => {
  const check = node('check', 'branch', { config: { when: 'true' } });
  const schemas = infer([say({ a: 1 }), check], ['start -> say', 'say -> check']);
  expect(schemas.portsOf('check')?.true?.schema).toEqual(schemas.portsOf('say')?.out?.schema);
  expect(schemas.valueOf('check')).toEqual(schemas.valueOf('say'));
});

test('with several incoming edges the schema is a union', () => {
  const check = node('check', 'branch', { config: { when: 'true' } });
  const schemas = infer(
    [say({ a: 1 }), say({ b: 2 }, 'other'), check],
    ['start -> say', 'start -> other', 'say -> check', 'other -> check'],
  );
  expect(schemas.valueOf('check')).toEqual({ anyOf: [schemas.valueOf('say'), schemas.valueOf('other')] });
});

test('a disabled node has the schema of its input, one that continues after an error also that of the given value', () => {
  const off = node('off', 'fetch', { config: { url: 'x' }, options: { disabled: true } });
  const careful = node('careful', 'ask', { config: { userPrompt: 'x' }, options: { onError: { continue: { output: null } } } });
  const schemas = infer([say({ a: 1 }), off, careful], ['start -> say', 'say -> off', 'off -> careful']);
  expect(schemas.valueOf('off')).toEqual(schemas.valueOf('say'));
  expect(schemas.valueOf('careful')).toMatchObject({
    anyOf: [{ properties: { output: { type: 'string' } } }, { properties: { output: { type: 'null' } } }],
  });
});

test('nodes after the error port read the error', () => {
  const schemas = infer(
    [page, say({ a: 1 }), say({ a: 2 }, 'sorry')],
    ['start -> fetch', 'fetch -> say', 'fetch.error -> sorry'],
  );
  expect(Object.keys(schemas.valueSeenBy('sorry', 'fetch').properties as object)).toContain('message');
  expect(Object.keys(schemas.valueSeenBy('say', 'fetch').properties as object)).toEqual(['status', 'body', 'items']);
});

test('a node of unknown type has an empty schema', () => {
  const schemas = infer([node('odd', 'unheard-of'), say({ a: '{{odd.x}}' })], ['start -> odd', 'odd -> say']);
  expect(schemas.valueOf('odd')).toEqual({});
  expect(schemas.portsOf('odd')).toBeUndefined();
  expect(schemas.valueOf('say')).toMatchObject({ properties: { a: {} } });
});
