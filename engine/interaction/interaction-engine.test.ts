import { expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import { makeMemoryPayloads } from '#tests/support/memory-payloads.ts';
import { startScriptedModel } from '#tests/support/scripted-model.ts';
import { newInteractionContext } from '../contract/interaction-context.ts';
import { interact } from './interact.ts';

/** The ledger keys of three requests to a model that calls a tool in the first two, with these texts. */
async function namesOfQuestions(...said: string[]): Promise<string[]> {
  const { models } = await startScriptedModel((_, index) => ({
    text: said[index] ?? 'Done.',
    ...(index < 2 && { calls: [{ name: 'time-now', id: 'same' }] }),
  }));
  const { context, effects } = makeExecutorContext({ models, tools: makeToolKit({ payloads: makeMemoryPayloads() }) });
  const tools = [{ name: 'time-now', description: 'The time', inputSchema: { type: 'object' } }];
  const conversation = newInteractionContext();
  const ask = { models: [models.resolve('main')] as const, conversation, prompt: 'When?', tools, maxIterations: 5 };
  await interact(ask, context);
  return [...effects.keys()].filter((key) => key.startsWith('model:'));
}

test('the id of a question depends on its position and on all answers before it', async () => {
  const names = await namesOfQuestions('One.', 'Two.');
  expect(names).toEqual(['model:1', expect.stringMatching(/^model:2:[\w-]{10}$/), expect.stringMatching(/^model:3:[\w-]{10}$/)]);
  expect(names[1]?.slice(-10)).not.toBe(names[2]?.slice(-10));
  expect(await namesOfQuestions('One.', 'Two.')).toEqual(names);
});

test('another answer gives every question after it another name, and none before it', async () => {
  const names = await namesOfQuestions('One.', 'Two.');
  const [first, second, third] = await namesOfQuestions('Uno.', 'Two.');
  expect(first).toBe(names[0]);
  expect(second).not.toBe(names[1]);
  expect(third).not.toBe(names[2]);
  const [, same, other] = await namesOfQuestions('One.', 'Dos.');
  expect(same).toBe(names[1]);
  expect(other).not.toBe(names[2]);
});
