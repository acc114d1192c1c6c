import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { expect, test } from 'vitest';
import { withAcceptedToolNames } from './tool-names.ts';

const tool = (name: string) => ({ type: 'function' as const, name, inputSchema: { type: 'object' as const } });
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finish = { type: 'finish' as const, finishReason: { unified: 'tool-calls' as const, raw: undefined }, usage };

/** A model that calls each tool by the name it was given. */
function makeModel(asked: LanguageModelV4CallOptions[]) {
  return new MockLanguageModelV4({
    doStream: async (params) => {
      asked.push(params);
      const calls = (params.tools ?? []).map(({ name }, index) => ({
        type: 'tool-call' as const,
        toolCallId: `c${index}`,
        toolName: name,
        input: '{}',
      }));
      return { stream: simulateReadableStream({ chunks: [...calls, finish] }) };
    },
  });
}

async function callAll(names: readonly string[], prompt: LanguageModelV4CallOptions['prompt'] = []) {
  const asked: LanguageModelV4CallOptions[] = [];
  const { stream } = await withAcceptedToolNames(makeModel(asked)).doStream({ prompt, tools: names.map(tool) });
  const called: string[] = [];
  for await (const part of stream) if (part.type === 'tool-call') called.push(part.toolName);
  return { called, sent: asked[0]?.tools?.map(({ name }) => name) ?? [], prompt: asked[0]?.prompt };
}

test('names that providers refuse are sent in another form, and come back as they were', async () => {
  const names = ['library@lend', 'read_url', '图书@借', 'a.b'];
  const { called, sent } = await callAll(names);
  expect(called).toEqual(names);
  expect(sent.slice(0, 2)).toEqual(['library_lend', 'read_url']);
  for (const name of sent) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(new Set(sent).size).toBe(names.length);
});

test('two names that would become the same stay apart, and long ones are cut', async () => {
  const names = ['a_b', 'a@b', 'a.b', `${'x'.repeat(80)}@1`, `${'x'.repeat(80)}@2`];
  const { called, sent } = await callAll(names);
  expect(called).toEqual(names);
  expect(sent[0]).toBe('a_b');
  expect(new Set(sent).size).toBe(names.length);
});

test('earlier calls of a conversation have the same names, even of tools that no longer exist', async () => {
  const { prompt } = await callAll(
    ['library@lend'],
    [{ role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'library@lend', input: {} }] }],
  );
  expect(prompt).toMatchObject([{ content: [{ toolName: 'library_lend' }] }]);
});
