import { expect, test } from 'vitest';
import { chatCalls, responseCalls } from './call-results.ts';
import { readCallerTools } from './caller-tools.ts';
import { actionIdOf, toToolCall } from './tool-calls.ts';

const parameters = { type: 'object', properties: { a: { type: 'number' } } };

test('tools of both APIs are read alike', () => {
  const chat = readCallerTools({ tools: [{ type: 'function', function: { name: 'add', description: 'Adds', parameters } }] });
  const responses = readCallerTools({
    tools: [{ type: 'function', name: 'add', description: 'Adds', parameters, strict: true }],
  });
  expect(chat).toEqual({ tools: [{ name: 'add', description: 'Adds', parameters }] });
  expect(responses).toEqual(chat);
});

test('the choice, and a tool without description and parameters', () => {
  const tools = [{ type: 'function', name: 'now' }];
  const read = { tools: [{ name: 'now', description: 'now', parameters: { type: 'object', properties: {} } }] };
  expect(readCallerTools({ tools, tool_choice: 'required' })).toEqual({ ...read, choice: 'required' });
  expect(readCallerTools({ tools, tool_choice: { type: 'function', name: 'now' } })).toEqual({
    ...read,
    choice: { name: 'now' },
  });
  expect(readCallerTools({ tools, parallel_tool_calls: false })).toEqual({ ...read, isOneAtATime: true });
  expect(readCallerTools({ tools, tool_choice: 'none' })).toBeUndefined();
  expect(readCallerTools({ tools: [] })).toBeUndefined();
});

test('tools that no model may call are omitted and named where the model may do without them', () => {
  const left: string[] = [];
  const tools = [{ type: 'web_search' }, { type: 'function', name: 'a b' }, { type: 'function', name: 'now' }];
  expect(readCallerTools({ tools }, left)?.tools.map(({ name }) => name)).toEqual(['now']);
  expect(left).toEqual(['tools.0: web_search is not called here', 'tools.1: function a b is not called here']);
});

test.each([
  ['another type', { tools: [{ type: 'web_search' }], tool_choice: 'required' }, 'tools.0'],
  ['a name that no provider accepts', { tools: [{ type: 'function', name: 'a b' }], tool_choice: 'required' }, 'tools.0'],
  [
    'parameters that are no object',
    { tools: [{ type: 'function', name: 'a', parameters: { type: 'array' } }], tool_choice: 'required' },
    'tools.0',
  ],
  ['more than 128', { tools: Array.from({ length: 129 }, (_, index) => ({ type: 'function', name: `a${index}` })) }, 'tools'],
  ['an unknown choice', { tools: [{ type: 'function', name: 'a' }], tool_choice: 'sometimes' }, 'tool_choice'],
  [
    'a choice that is not there',
    { tools: [{ type: 'function', name: 'a' }], tool_choice: { type: 'function', name: 'b' } },
    'tool_choice',
  ],
])('refused: %s', (_, fields, path) => {
  const refusal = expect.objectContaining({
    code: 'body-invalid',
    details: { problems: [expect.objectContaining({ path: `body.${path}` })] },
  });
  expect(() => readCallerTools(fields)).toThrow(refusal);
});

test('only results at the end of a conversation continue a run', () => {
  const called = { role: 'assistant', tool_calls: [{ id: 'call_1' }, { id: 'call_2' }] };
  const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: [{ type: 'text' as const, text: id }] });
  const open = chatCalls([{ role: 'user', content: 'x' }, called, result('call_1'), result('call_2')]);
  expect(open.results).toEqual([
    { callId: 'call_1', output: 'call_1', field: 'messages.2.tool_call_id' },
    { callId: 'call_2', output: 'call_2', field: 'messages.3.tool_call_id' },
  ]);
  const left = chatCalls([called, result('call_1'), { role: 'user', content: 'y' }]);
  expect(left).toEqual({ results: [], pastCallIds: ['call_1', 'call_2'] });
});

test('items of responses: a call that is repeated, and its output', () => {
  const items = [
    { type: 'function_call', call_id: 'call_1', name: 'add', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_1', output: '5' },
  ];
  expect(responseCalls(items)).toEqual({
    results: [{ callId: 'call_1', output: '5', field: 'input.1.call_id' }],
    pastCallIds: ['call_1'],
  });
});

test('a call has the id of what the run waits for, and the name that the caller gave', () => {
  const call = toToolCall({ actionId: 'act_1', tool: 'caller@add', args: { a: 1 } });
  expect(call).toEqual({ id: 'call_act_1', name: 'add', arguments: '{"a":1}' });
  expect(actionIdOf(call.id)).toBe('act_1');
  expect(actionIdOf('made_0')).toBeUndefined();
});
