import { expect, test } from 'vitest';
import { agentRegistry } from '#agents/registry.gen.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { validateWorkflow } from '../validate-workflow.ts';

function errorsFor(agent: unknown, known = { agents: agentRegistry }) {
  const workflow = workflowOf({ start: ['start', { inputs: [] }], ask: ['sub-agent', { agent, task: 'What time is it?' }] }, [
    'start -> ask',
  ]);
  return validateWorkflow(workflow, nodeRegistry, known).errors.map(({ code, path, hint }) => ({ code, path, hint }));
}

test('an existing subagent is no problem', () => {
  expect(errorsFor('time')).toEqual([]);
});

test('a missing subagent is named, with the closest name', () => {
  const path = 'config.agent';
  expect(errorsFor('tmie')).toEqual([{ code: 'unknown-worker', path, hint: 'Did you mean time?' }]);
  expect(errorsFor('painter')).toEqual([{ code: 'unknown-worker', path, hint: 'There are: time' }]);
  expect(errorsFor('toString')).toEqual([{ code: 'unknown-worker', path, hint: 'There are: time' }]);
});

test('an agent without tasks is no subagent', () => {
  const chief = { ...agentRegistry.time, id: 'chief', kind: 'orchestrator' as const };
  expect(errorsFor('chief', { agents: { ...agentRegistry, chief } as never })).toMatchObject([{ code: 'unknown-worker' }]);
});

test('an invalid name is reported once', () => {
  expect(errorsFor(7)).toMatchObject([{ code: 'invalid-field', path: 'config.agent' }]);
});

test('without a list of agents, their names are not checked', () => {
  expect(errorsFor('tmie', {} as never)).toEqual([]);
});
