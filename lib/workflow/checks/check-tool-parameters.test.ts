import { expect, test } from 'vitest';
import { z } from 'zod';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { validateWorkflow } from '../validate-workflow.ts';

const paint = defineTool({
  id: 'paint',
  title: 'Paint',
  description: 'Paints.',
  group: 'web',
  input: z
    .strictObject({
      colour: z.enum(['red', 'blue']),
      coats: z.int().min(1).default(1),
      rooms: z.array(z.strictObject({ name: z.string() })).optional(),
    })
    .refine(({ colour, coats }) => colour !== 'red' || coats > 1, { message: 'Red needs two coats' }),
  output: z.object({}),
  risk: 'low',
  scope: 'workspace',
  effects: 'read',
  timeoutMs: 1000,
});

const inputs = ['colour', 'coats', 'room'].map((name) => ({ name, type: 'text', required: true }));

function validate(parameters: unknown, toolName = 'paint') {
  const config = { toolName, parameters } as Record<string, unknown>;
  const workflow = workflowOf({ start: ['start', { inputs }], wall: ['tool-call', config] }, ['start -> wall']);
  const { errors } = validateWorkflow(workflow, nodeRegistry, { tools: { paint } });
  return errors.map(({ code, nodeId, path, message, hint }) => ({ code, nodeId, path, message, hint }));
}

test('parameters that fit are no problem, nor is what a call may leave out', () => {
  expect(validate({ colour: 'blue' })).toEqual([]);
  expect(validate({ colour: 'blue', rooms: null })).toEqual([]);
  expect(validate({ colour: 'blue', rooms: [{ name: 'hall' }] })).toEqual([]);
});

test('each parameter at fault is named before the run', () => {
  const hint = 'The parameters of paint are: colour, coats, rooms';
  const common = { nodeId: 'wall', hint };
  expect(validate({ colour: 'green', coats: 0 })).toEqual([
    {
      ...common,
      code: 'invalid-field',
      path: 'config.parameters.colour',
      message: expect.stringContaining('Must be one of "red", "blue"'),
    },
    { ...common, code: 'invalid-field', path: 'config.parameters.coats', message: expect.stringContaining('Must be at least 1') },
  ]);
  expect(validate({ colour: 'blue', rooms: [{ name: 7 }] })).toMatchObject([{ path: 'config.parameters.rooms[0].name' }]);
  expect(validate({})).toMatchObject([
    { code: 'missing-field', path: 'config.parameters.colour', message: 'The tool paint needs colour' },
  ]);
});

test('a parameter that the tool has not is named, with what was likely meant', () => {
  expect(validate({ colour: 'blue', coat: 2 })).toMatchObject([
    { code: 'unknown-field', path: 'config.parameters.coat', hint: 'Did you mean coats?' },
  ]);
});

test('the value of an expression is checked when the tool is called', () => {
  expect(validate({ colour: '{{start.colour}}', coats: '{{start.coats}}' })).toEqual([]);
  expect(validate({ colour: 'blue', rooms: [{ name: 'hall' }, '{{start.room}}'] })).toEqual([]);
  expect(validate({ colour: '{{start.colour}}', coats: 0 })).toMatchObject([{ path: 'config.parameters.coats' }]);
});

test('a rule about several parameters waits until all of them are known', () => {
  expect(validate({ colour: 'red', coats: 1 })).toMatchObject([
    { path: 'config.parameters', message: expect.stringContaining('two coats') },
  ]);
  expect(validate({ colour: 'red', coats: '{{start.coats}}' })).toEqual([]);
});

test('invalid parameters, and those of an unknown tool, are not checked', () => {
  expect(validate({ any: 1 }, 'dig')).toMatchObject([{ code: 'unknown-tool' }]);
  expect(validate('text')).toMatchObject([{ code: 'invalid-field', path: 'config.parameters' }]);
});
