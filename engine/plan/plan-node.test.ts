import { expect, test } from 'vitest';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { planWorkflow } from './plan-workflow.ts';

const registries = { nodes: nodeRegistry, executors: executorRegistry };

async function planned(type: string, config: Record<string, unknown> = {}) {
  const { steps } = await planWorkflow(workflowOf({ node: [type, config] }, []), registries);
  return steps.flatMap(({ nodes }) => nodes)[0];
}

test('an end node without outputs can be planned, and what passes it by leaves by out', async () => {
  const end = await planned('end');
  expect(end?.passPort).toBe('out');
  expect(end?.configFor({})).toEqual({ outputs: {} });
});

test('a type without a port out is passed by its first port', async () => {
  expect((await planned('condition', { when: 'true' }))?.passPort).toBe('true');
});

test('a config without expressions is parsed once, one with them for each run', async () => {
  const constant = await planned('template', { template: 'Dear Ada' });
  expect(constant?.configFor({})).toBe(constant?.configFor({}));
  const open = await planned('template', { template: 'Dear {{start.name}}' });
  expect(open?.configFor({ start: { name: 'Bob' } })).toMatchObject({ template: 'Dear Bob' });
  expect(open?.references).toEqual(['start']);
});
