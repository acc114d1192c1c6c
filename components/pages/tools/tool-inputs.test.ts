import { expect, test } from 'vitest';
import { toolInputs } from './tool-inputs.ts';

test('each parameter gets the control of its type, with its default and what it means', () => {
  const schema = {
    type: 'object',
    required: ['url'],
    properties: {
      url: { type: 'string', description: 'The address.' },
      method: { type: 'string', enum: ['GET', 'POST'], default: 'GET' },
      limit: { type: 'integer', default: 5 },
      isDry: { type: 'boolean' },
      headers: { type: 'object' },
      body: { anyOf: [{ type: 'string' }, { type: 'object' }] },
    },
  };
  expect(toolInputs(schema)).toEqual([
    { name: 'url', type: 'text', required: true, help: 'The address.' },
    { name: 'method', type: 'select', options: ['GET', 'POST'], required: false, default: 'GET' },
    { name: 'limit', type: 'number', required: false, default: 5 },
    { name: 'isDry', type: 'boolean', required: false },
    { name: 'headers', type: 'json', required: false },
    { name: 'body', type: 'json', required: false },
  ]);
});

test('a tool without parameters has no fields', () => {
  expect(toolInputs({ type: 'object' })).toEqual([]);
});
