import type { ModelMessage } from 'ai';
import { expect, test } from 'vitest';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { newMemory } from '#lib/run/memory.ts';
import { ContextWindow } from './context-window.ts';

const user = (content: string): ModelMessage => ({ role: 'user', content });
const answer = (content: string): ModelMessage => ({ role: 'assistant', content });
const words = (count: number) => 'word '.repeat(count);

/** A model that reads 1000 tokens: above 700 a conversation is summed up. */
const modelWith = (historyCompactionReset: ModelHandle['historyCompactionReset'], historyCompactionRatio = 0.8) =>
  ({ modelId: 'gpt-4o', maxContext: 1000, maxOutputTokens: 100, historyCompactionRatio, historyCompactionReset }) as ModelHandle;

async function compact(window: ContextWindow, model: ModelHandle): Promise<number> {
  let written = 0;
  await window.compact({
    model,
    sentAlong: {},
    write: async () => `summary ${++written}`,
    readSkill: async () => '',
    language: 'en',
    now: 0,
    memory: newMemory('run_1'),
    recall: async () => [],
    tabs: async () => [],
    todos: [],
  });
  return written;
}

function windowOf(model: ModelHandle, messages: ModelMessage[], variables: Record<string, unknown> = {}): ContextWindow {
  return new ContextWindow({ messages, variables }, { model, chain: undefined, now: 0 });
}

test('what a compaction left does not count towards the next one, where the count restarts from zero', async () => {
  for (const [reset, expected] of [
    ['zero', 0],
    ['kept', 1],
  ] as const) {
    const model = modelWith(reset);
    const window = windowOf(model, [user(words(720)), answer('a'), answer('b'), user('And now?')]);
    expect(await compact(window, model)).toBe(1);
    window.add(answer(words(20)));
    expect([reset, await compact(window, model)]).toEqual([reset, expected]);
  }
});

test('a conversation that would not fit into the context is compacted in any case', async () => {
  const model = modelWith('zero');
  const window = windowOf(model, [user(words(720)), answer('a'), answer('b'), user('And now?')]);
  await compact(window, model);
  window.add(answer(words(200)), answer('c'));
  expect(await compact(window, model)).toBe(1);
});

test('the next interaction of the conversation knows what was compacted', async () => {
  const model = modelWith('zero');
  const first = windowOf(model, [user(words(720)), answer('a'), answer('b'), user('And now?')], { startedAt: 5 });
  await compact(first, model);
  expect(first.variables).toEqual({ startedAt: 5, compactedMessages: 3 });
  const second = windowOf(model, [...first.messages, answer(words(20))], first.variables);
  expect(await compact(second, model)).toBe(0);
});

test('a lower compaction ratio begins earlier', async () => {
  const messages = [user(words(400)), answer('a'), answer('b'), user('And now?')];
  expect(await compact(windowOf(modelWith('zero'), messages), modelWith('zero'))).toBe(0);
  expect(await compact(windowOf(modelWith('zero', 0.4), messages), modelWith('zero', 0.4))).toBe(1);
});

test('by default old results are left out five at a time, so that requests begin alike', async () => {
  const model = { ...modelWith('zero'), maxContext: 1_000_000 };
  const window = windowOf(model, [user('Go')]);
  const changes: boolean[] = [];
  for (let round = 0; round < 13; round++) {
    const toolCallId = `call_${round}`;
    window.add(
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName: 'search', input: {} }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId, toolName: 'search', output: { type: 'text', value: 'x'.repeat(3000) } }],
      },
    );
    const before = window.messages;
    await compact(window, model);
    changes.push(window.messages !== before);
  }
  expect(changes.map((isChanged, round) => (isChanged ? round + 1 : 0)).filter(Boolean)).toEqual([8, 13]);
});
