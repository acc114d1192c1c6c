import { expect, test } from 'vitest';
import { z } from 'zod';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { validateWorkflow } from '../validate-workflow.ts';

const readUrl = defineTool({
  id: 'read_url',
  title: 'Read',
  aliases: { 'zh-CN': '读取网页' },
  description: 'Reads.',
  group: 'web',
  input: z.strictObject({ url: z.string() }),
  output: z.object({ text: z.string(), title: z.string().optional() }),
  risk: 'low',
  scope: 'workspace',
  effects: 'read',
  timeoutMs: 1000,
});
const tools = { read_url: readUrl };

function validate(toolName: unknown, template = 'x', known: typeof tools | undefined = tools) {
  const workflow = workflowOf(
    {
      start: ['start', { inputs: [] }],
      page: ['tool-call', { toolName, parameters: { url: 'https://example.com' } }],
      text: ['template', { template }],
      end: ['end', { outputs: { text: '{{text.text}}' } }],
    },
    ['start -> page', 'page -> text', 'text -> end'],
  );
  return validateWorkflow(workflow, nodeRegistry, { tools: known }).errors.map(({ code, path, message, hint }) => ({
    code,
    path,
    message,
    hint,
  }));
}

test('a known tool is no problem, by its id or an alias', () => {
  expect(validate('read_url')).toEqual([]);
  expect(validate('读取网页')).toEqual([]);
});

test('a tool that is not there is named, with what was likely meant', () => {
  const path = 'config.toolName';
  expect(validate('read_ulr')).toEqual([
    { code: 'unknown-tool', path, message: `There is no tool 'read_ulr'`, hint: 'Did you mean read_url?' },
  ]);
  expect(validate('paint')).toMatchObject([{ code: 'unknown-tool', hint: 'There are: read_url' }]);
  expect(validate('toString')).toMatchObject([{ code: 'unknown-tool' }]);
});

test('an invalid name is reported once', () => {
  expect(validate(7)).toMatchObject([{ code: 'invalid-field', path: 'config.toolName' }]);
  expect(validate('')).toMatchObject([{ code: 'missing-field' }]);
});

test('without a list of tools, their names are not checked', () => {
  expect(
    validateWorkflow(
      workflowOf({ start: ['start', { inputs: [] }], page: ['tool-call', { toolName: 'x' }] }, ['start -> page']),
      nodeRegistry,
    ).errors,
  ).toEqual([]);
});

test('each name of a list is looked at', () => {
  const workflow = workflowOf(
    { start: ['start', { inputs: [] }], ask: ['llm', { userPrompt: 'x', availableTools: ['read_url', 'red_url'] }] },
    ['start -> ask'],
  );
  expect(validateWorkflow(workflow, nodeRegistry, { tools }).errors).toMatchObject([
    { code: 'unknown-tool', nodeId: 'ask', path: 'config.availableTools[1]', hint: 'Did you mean read_url?' },
  ]);
});

test('fields of what a tool gives are known while drawing', () => {
  expect(validate('read_url', '{{page.data.text}}')).toEqual([]);
  expect(validate('read_url', '{{page.data.txt}}')).toMatchObject([
    { code: 'unknown-reference', hint: expect.stringContaining('page.data.text') },
  ]);
});

test('a tool that cannot be called is a warning with the reason, by its id or an alias', () => {
  const toolsOff = { read_url: 'It is switched off in Settings' };
  for (const name of ['read_url', '读取网页']) {
    const ask = ['llm', { model: 'default', userPrompt: 'Hi', availableTools: [name] }] as const;
    const workflow = workflowOf({ start: ['start', { inputs: [] }], ask: [...ask] }, ['start -> ask']);
    const found = (known: object) =>
      validateWorkflow(workflow, nodeRegistry, { tools, ...known }).warnings.filter(({ code }) => code === 'tool-off');
    expect(found({ toolsOff })).toMatchObject([
      {
        path: 'config.availableTools[0]',
        message: `The tool '${name}' cannot be called: It is switched off in Settings`,
      },
    ]);
    expect([...found({ toolsOff: {} }), ...found({})]).toEqual([]);
  }
});
