import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import type { OutsideNames } from '../outside-names.ts';
import { validateWorkflow } from '../validate-workflow.ts';

const names: OutsideNames = {
  model: ['default', 'main', 'openai/'],
  graph: ['research'],
  knowledge: ['handbook'],
  skill: ['refunds'],
};
type Node = Parameters<typeof workflowOf>[0][string];
const prompt = { userPrompt: 'Hi' };

function problemsOf(node: Node, { known = names, ...more }: { known?: OutsideNames; settings?: object } = {}) {
  const workflow = { ...workflowOf({ start: ['start', { inputs: [] }], it: node }, ['start -> it']), ...more };
  return validateWorkflow(workflow, nodeRegistry, { names: known }).errors.map(({ code, path, hint }) => [code, path, hint]);
}

test.each<[string, Node, unknown[]]>([
  ['a model', ['llm', { ...prompt, model: 'mian' }], ['unknown-model', 'config.model', 'Did you mean main?']],
  [
    'a fallback model',
    ['llm', { ...prompt, model: 'main', fallbackModels: ['main', 'gone'] }],
    ['unknown-model', 'config.fallbackModels[1]', 'There are: default, main'],
  ],
  [
    'the model of a provider without one',
    ['llm', { ...prompt, model: 'anthropic/x' }],
    ['unknown-model', 'config.model', 'There are: default, main'],
  ],
  ['a graph', ['graph', { graph: 'gone' }], ['unknown-graph', 'config.graph', 'There are: research']],
  ['a base', ['knowledge', { base: 'hanbook', query: 'x' }], ['unknown-base', 'config.base', 'Did you mean handbook?']],
  [
    'a skill',
    ['llm', { ...prompt, model: 'main', skillMode: 'auto', skills: ['gone'] }],
    ['unknown-skill', 'config.skills[0]', 'There are: refunds'],
  ],
])('%s that does not exist is named, with what is meant', (_what, node, problem) => {
  expect(problemsOf(node)).toEqual([problem]);
  expect(problemsOf(node, { known: {} })).toEqual([]);
});

test.each<[string, Node]>([
  ['names that exist', ['llm', { ...prompt, model: 'openai/gpt-x', skillMode: 'auto', skills: ['refunds'] }]],
  ['skills that are switched off', ['llm', { ...prompt, model: 'default', skillMode: 'off', skills: ['gone'] }]],
  ['an expression', ['knowledge', { base: '{{start.base}}', query: 'x' }]],
])('%s are no problem', (_what, node) => {
  expect(problemsOf(node).filter(([code]) => String(code).startsWith('unknown-') && code !== 'unknown-reference')).toEqual([]);
});

test('the default model of a workflow exists', () => {
  const known = { settings: { defaultModel: 'gone' } };
  expect(problemsOf(['end', { outputs: {} }], known)).toEqual([
    ['unknown-model', 'settings.defaultModel', 'There are: default, main'],
  ]);
});
