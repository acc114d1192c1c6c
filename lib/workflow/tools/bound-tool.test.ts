import { expect, test } from 'vitest';
import { toolRegistry } from '#tools/registry.gen.ts';
import { inputSchemaOf } from '../../tools/tool-catalogue.ts';
import { approvalPolicy } from '../../tools/tool-policy.ts';
import { bindingProblems, bindTool } from './bound-tool.ts';
import { argumentNames, parseToolInput } from './tool-input.ts';

const { http_request: httpRequest, read_url: readUrl } = toolRegistry;

/** As tools of services are: known by their JSON Schema only. */
const chat = {
  ...readUrl,
  id: 'slack@chat_postMessage',
  inputSchema: {
    type: 'object',
    properties: {
      channel: { type: 'string', maxLength: 20 },
      text: { type: 'string' },
      unfurl: { type: 'boolean', default: false },
    },
    required: ['channel', 'text'],
    additionalProperties: false,
  },
};

test('the model sees neither what is fixed nor the aliases of the tool', () => {
  const bound = bindTool(readUrl, {
    name: 'read_manual',
    description: 'Reads the manual.',
    with: { url: 'https://example.com/' },
  });
  expect(bound).toMatchObject({ id: 'read_manual', description: 'Reads the manual.' });
  expect(bound.aliases).toBeUndefined();
  expect(argumentNames(bound)).toEqual(argumentNames(readUrl).filter((name) => name !== 'url'));
  expect(parseToolInput(bound, { url: 'https://evil.example/' })).toMatchObject({ ok: false, issues: [{ unknown: ['url'] }] });
  expect(parseToolInput(bound, {})).toMatchObject({ ok: true, data: { format: 'markdown' } });
});

test('of a tool with a JSON Schema too, and its defaults are filled in', () => {
  const bound = bindTool(chat, { with: { channel: '#general' } });
  expect(inputSchemaOf(bound)).toMatchObject({ required: ['text'], additionalProperties: false });
  expect(argumentNames(bound)).toEqual(['text', 'unfurl']);
  expect(parseToolInput(bound, { text: 'Hi' })).toEqual({ ok: true, data: { text: 'Hi', unfurl: false } });
  expect(parseToolInput(bound, { text: 'Hi', channel: '#other' })).toMatchObject({
    ok: false,
    issues: [{ unknown: ['channel'] }],
  });
  expect(parseToolInput(bound, { text: 5 })).toMatchObject({ ok: false, issues: [{ path: ['text'], value: 5 }] });
});

test('risk and approval are those of the whole call', () => {
  const reading = bindTool(httpRequest, { name: 'look', with: { method: 'GET', url: 'https://a.example/' } });
  const writing = bindTool(httpRequest, { name: 'order', with: { method: 'POST', url: 'https://a.example/' } });
  expect(approvalPolicy(reading, {})).toBe('none');
  expect(approvalPolicy(writing, {})).not.toBe('none');
  expect(writing.describe?.({})).toBe('POST https://a.example/');
});

test('what the tool does not have or cannot take is named', () => {
  expect(bindingProblems(readUrl, { url: 'https://a.example/', adress: 'x', maxChars: 'many' })).toEqual([
    { argument: 'adress', kind: 'unknown', message: expect.any(String), value: 'x' },
    { argument: 'maxChars', kind: 'invalid', message: expect.any(String), value: 'many' },
  ]);
  expect(bindingProblems(chat, { channel: 'a-name-that-is-far-too-long', nope: 1 })).toMatchObject([
    { argument: 'channel', kind: 'invalid' },
    { argument: 'nope', kind: 'unknown' },
  ]);
});
