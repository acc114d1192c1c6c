import { expect, test } from 'vitest';
import { agentRegistry } from '#agents/registry.gen.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { trialArguments, trialWorkflow } from './trial-workflow.ts';

test('the workflow of a trial has no problems', () => {
  const workflow = trialWorkflow('read_url', ['url', 'format']);
  const { errors } = validateWorkflow(workflow, nodeRegistry, { tools: toolRegistry, agents: agentRegistry });
  expect(errors).toEqual([]);
});

test('an empty optional field is no argument, an empty required one and a false are', () => {
  const inputs = [
    { name: 'a', type: 'text' as const, required: false },
    { name: 'b', type: 'text' as const, required: true },
    { name: 'c', type: 'boolean' as const, required: false },
    { name: 'd', type: 'number' as const, required: false },
  ];
  expect(trialArguments(inputs, { a: '', b: '', c: false })).toEqual({ b: '', c: false });
});
