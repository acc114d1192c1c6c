import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { validateWorkflow } from '../validate-workflow.ts';

const problemsOf = (availableTools: unknown) => {
  const nodes = {
    start: ['start', { inputs: [{ name: 'url', type: 'text' }] }],
    ask: ['llm', { userPrompt: 'x', availableTools }],
  } as const;
  const { errors } = validateWorkflow(workflowOf(nodes as never, ['start -> ask']), nodeRegistry, { tools: toolRegistry });
  return errors.map(({ code, path, message, hint }) => ({ code, path, message, hint }));
};

test('tools with fixed arguments that fit, and expressions in them, are fine', () => {
  expect(
    problemsOf([
      'read_url',
      { tool: 'read_url', name: 'read_manual', with: { url: '{{start.url}}', maxChars: 500 } },
      { tool: 'http_request', with: { method: 'GET' }, ask: true },
    ]),
  ).toEqual([]);
});

test('an unknown tool, argument or value, and a name that is taken, are named with their field', () => {
  expect(
    problemsOf([
      { tool: 'red_url' },
      { tool: 'read_url', with: { ulr: 'x', maxChars: 'many' } },
      { tool: 'read_url', name: 'read_url' },
    ]),
  ).toMatchObject([
    { code: 'unknown-tool', path: 'config.availableTools[0].tool', hint: 'Did you mean read_url?' },
    { code: 'invalid-field', path: 'config.availableTools[2].name', message: "Two tools of this node are named 'read_url'" },
    { code: 'unknown-field', path: 'config.availableTools[1].with.ulr', hint: 'Did you mean url?' },
    { code: 'invalid-field', path: 'config.availableTools[1].with.maxChars' },
  ]);
});

test('a reference to a node that does not exist is found in a fixed argument', () => {
  expect(problemsOf([{ tool: 'read_url', with: { url: '{{strat.url}}' } }])).toMatchObject([
    { code: 'unknown-reference', path: 'config.availableTools[0].with.url' },
  ]);
});
