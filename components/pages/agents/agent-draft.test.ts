import { expect, test } from 'vitest';
import { agentSpecSchema } from '#lib/agents/agent-spec.ts';
import { agentOfDraft, agentProblems, draftOfAgent, newAgentDraft, withBinding } from './agent-draft.ts';

test('a form gives back the agent that it was made of, with what it does not show', () => {
  const spec = agentSpecSchema.parse({
    id: 'editor',
    title: 'Editor',
    description: 'Edits',
    kind: 'orchestrator',
    promptProfile: 'orchestrator',
    toolPackKeys: ['worker-research'],
    tools: ['time-now', { tool: 'read_file', name: 'rules', with: { path: 'rules.md' }, ask: true }],
    agents: ['research'],
    handoffs: ['legal', 'billing@2'],
    maxToolCost: 'low',
    limits: { maxSteps: 3 },
  });
  expect(agentSpecSchema.parse(agentOfDraft(draftOfAgent(spec), spec))).toEqual(spec);
});

test('a form with its names filled in is an agent', () => {
  const draft = { ...newAgentDraft, id: 'a', title: 'A', description: 'a', tools: ['time-now', 'read_url'] };
  expect(agentSpecSchema.parse(agentOfDraft(draft)).tools).toEqual(['time-now', 'read_url']);
});

test('a tool is an object with the first thing that is set, and an id again with the last that is removed', () => {
  const named = withBinding('read_file', { name: 'rules' });
  expect(named).toEqual({ tool: 'read_file', name: 'rules' });
  const bound = withBinding(named, { with: { path: 'rules.md' }, name: undefined });
  expect(bound).toEqual({ tool: 'read_file', with: { path: 'rules.md' } });
  expect(withBinding(bound, { with: undefined })).toBe('read_file');
});

test('a form finds what is missing, out of range, or unusable as a name', () => {
  const whole = { ...newAgentDraft, id: 'clock', title: 'Clock', description: 'Says the time' };
  expect(agentProblems(newAgentDraft)).toEqual({ id: 'missing', title: 'missing', description: 'missing' });
  expect(agentProblems(whole)).toEqual({});
  expect(agentProblems({ ...whole, id: 'My Clock', maxSteps: '0', maxToolCalls: '' })).toEqual({
    id: 'id',
    maxSteps: 'maxSteps',
    maxToolCalls: 'maxToolCalls',
  });
  expect(agentProblems({ ...whole, strategy: 'multi-llm', candidateModels: ['one'] })).toEqual({
    candidateModels: 'candidateModels',
  });
  const several = { ...whole, strategy: 'multi-llm' as const, candidateModels: ['one', 'two'] };
  expect(agentProblems({ ...several, handoffs: ['time'] })).toEqual({ handoffs: 'handoffs' });
  expect(agentProblems({ ...whole, tools: ['read_url', { tool: 'read_url', name: 'read rules' }] })).toEqual({ tools: 'tools' });
});
