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
  expect(errorsFor('painter')).toEqual([
    { code: 'unknown-worker', path, hint: 'There are: orchestrator, project, research, time' },
  ]);
  expect(errorsFor('toString')).toEqual([
    { code: 'unknown-worker', path, hint: 'There are: orchestrator, project, research, time' },
  ]);
});

test('agents frozen in the document count, and so does the agent that a node contains', () => {
  const spec = { ...agentRegistry.time, id: 'editor' };
  const workflow = workflowOf({ ask: ['sub-agent', { agent: 'editor@2', task: 'x' }] }, []);
  const errors = (document: object) =>
    validateWorkflow(document, nodeRegistry, { agents: agentRegistry }).errors.map(({ code }) => code);
  expect(errors(workflow)).toContain('unknown-worker');
  expect(errors({ ...workflow, agents: { 'editor@2': spec } })).not.toContain('unknown-worker');
  expect(errorsFor('inline').map(({ path }) => path)).toEqual(['config.instructions']);
});

test('an invalid name is reported once', () => {
  expect(errorsFor(7)).toMatchObject([{ code: 'invalid-field', path: 'config.agent' }]);
});

test('without a list of agents, their names are not checked', () => {
  expect(errorsFor('tmie', {} as never)).toEqual([]);
});
