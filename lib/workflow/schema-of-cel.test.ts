import { describe, expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { inferSchemas } from './infer-schemas.ts';
import { schemaOfCel } from './schema-of-cel.ts';
import { validateWorkflow } from './validate-workflow.ts';

const start = [
  'start',
  {
    inputs: [
      { name: 'count', type: 'number', required: true },
      { name: 'name', type: 'text', required: true },
    ],
  },
] as [string, Record<string, unknown>];
const text = { type: 'string' };
const number = { type: 'number' };

test.each([
  ['start.count * 2', number],
  ['start.count > 1', { type: 'boolean' }],
  ['start.name.upper()', text],
  ['{"n": start.count}', { type: 'object', properties: { n: number }, required: ['n'], additionalProperties: false }],
  ['["a", "b"].map(x, x.size())', { type: 'array', items: number }],
  ['now()', text],
  ['[now()]', { type: 'array', items: text }],
  ['{"at": now(), "for": now() - now()}', expect.objectContaining({ properties: { at: text, for: {} } })],
  ['start.count +', {}],
  ['start.name + 1', {}],
  ['unknown.field', {}],
])('%s', (source, schema) => {
  const readValue = (root: string) =>
    root === 'start' ? { type: 'object', properties: { count: number, name: text }, required: ['count', 'name'] } : {};
  expect(schemaOfCel(source, readValue)).toEqual(schema);
});

describe('the type of an expression', () => {
  const workflow = (reader: [string, Record<string, unknown>]) =>
    workflowOf(
      {
        start,
        sum: ['set', { values: { total: '{{= start.count * 2 }}', order: '{{= {"lines": [{"price": start.count}]} }}' } }],
        it: reader,
      },
      ['start -> sum', 'sum -> it'],
    );
  const problemsOf = (reader: [string, Record<string, unknown>]) => {
    const { errors, warnings } = validateWorkflow(workflow(reader), nodeRegistry);
    return [...errors, ...warnings].filter(({ nodeId, code }) => nodeId === 'it' && code !== 'branch-missing');
  };

  test('is that of the value that later nodes read', () => {
    const schemas = inferSchemas(workflow(['template', { template: 'x' }]), nodeRegistry, { celSchema: schemaOfCel });
    expect(schemas.valueSeenBy('it', 'sum')).toMatchObject({ properties: { total: number } });
    expect(inferSchemas(workflow(['template', { template: 'x' }]), nodeRegistry).valueSeenBy('it', 'sum')).toMatchObject({
      properties: { total: {} },
    });
  });

  test('is checked where it is read: a field that is not there, and an operator that does not fit', () => {
    expect(problemsOf(['template', { template: '{{sum.order.lines[0].price}} {{sum.total}}' }])).toEqual([]);
    expect(problemsOf(['template', { template: '{{sum.order.line}}' }])).toMatchObject([
      { code: 'unknown-reference', hint: expect.stringContaining('sum.order.lines') },
    ]);
    expect(problemsOf(['condition', { when: 'sum.total.startsWith("1")' }])).toMatchObject([{ code: 'type-mismatch' }]);
  });
});
