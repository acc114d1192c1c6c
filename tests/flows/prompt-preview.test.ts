import { expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { handlerRegistry } from '#engine/tool-handlers/registry.gen.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TEST_WORKSPACE, TestEngine, workflowOf } from '../support/test-engine.ts';

async function prepare(entries: Readonly<Record<string, object>> = {}) {
  const scripted = await startScriptedModel(() => ({ text: '{"summary":"Done","evidence":[]}' }), { entries });
  const store = new MemoryRunStore();
  const tools = makeToolKit({ payloads: makeMemoryPayloads(), handlers: handlerRegistry });
  const flows = new TestEngine({ store, models: scripted.models, tools });
  const preview = (config: Record<string, unknown>, { type = 'llm', inputs = {} } = {}) =>
    flows.engine.previewPrompt({
      workspaceId: TEST_WORKSPACE,
      workflow: workflowOf({ start: ['start'], ask: [type, config], end: ['end'] }, ['start -> ask', 'ask -> end']),
      nodeId: 'ask',
      inputs,
    });
  return { ...scripted, flows, store, preview };
}

const named = (sections: readonly { part: string; name: string }[] = []) => sections.map(({ part, name }) => `${part}:${name}`);

test('the preview is what the run then sends, and nothing was sent or stored for it', async () => {
  const { preview, flows, hits, store } = await prepare();
  const config = {
    model: 'main',
    systemPrompt: 'Be kind.',
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ],
    userPrompt: 'About {{start.topic}}?',
    toolMode: 'auto',
    availableTools: ['time-now'],
    outputSchema: { type: 'object', properties: { answer: { type: 'string' } } },
  };
  const { prompt } = await preview(config, { inputs: { start: { topic: 'tides' } } });
  expect(hits).toHaveLength(0);
  expect(store.database.runs.size).toBe(0);
  expect(named(prompt?.sections)).toEqual([
    'tool:time-now',
    'instructions:instructions',
    'instructions:schema',
    'message:user',
    'message:assistant',
    'message:user',
  ]);
  expect(prompt?.sections.at(-1)?.text).toBe('About tides?');
  expect(prompt?.totalTokens).toBe(prompt?.sections.reduce((sum, { tokens }) => sum + tokens, 0));

  const workflow = workflowOf({ start: ['start', { inputs: [{ name: 'topic', type: 'text' }] }], ask: ['llm', config] }, [
    'start -> ask',
  ]);
  const { events } = await flows.run(workflow, { topic: 'tides' });
  const [call] = eventsOf(events, 'llm_call');
  const sent = call?.request as { instructions: string; messages: { content: string }[]; tools: unknown[] };
  const texts = (part: string) => prompt?.sections.filter((section) => section.part === part).map(({ text }) => text);
  expect(texts('instructions')?.join('\n\n')).toBe(sent.instructions);
  expect(texts('message')).toEqual(sent.messages.map(({ content }) => content));
  expect(texts('tool')?.map((text) => JSON.parse(text))).toEqual(sent.tools);
});

test('an agent has its sections by name, and tools in words where the model has no function calling', async () => {
  const { preview } = await prepare();
  const task = { agent: 'time', task: 'What time is it?' };
  const native = await preview({ ...task, model: 'main' }, { type: 'sub-agent' });
  expect(named(native.prompt?.sections)).toEqual([
    'tool:time-now',
    ...['goal', 'context', 'tools', 'strategy', 'contract', 'language', 'instructions'].map((name) => `instructions:${name}`),
    'message:user',
  ]);
  const inWords = await preview({ ...task, model: 'words' }, { type: 'sub-agent' });
  expect(named(inWords.prompt?.sections).slice(0, 2)).toEqual(['instructions:tools', 'instructions:goal']);
});

test('what a strategy asks first is shown, and the price of it', async () => {
  const { preview } = await prepare({ main: { price: { input: 2, output: 8 } } });
  const { prompt } = await preview({ model: 'main', userPrompt: 'Plan it', strategy: 'plan-and-execute' });
  expect(named(prompt?.sections).at(-1)).toBe('message:user');
  expect(prompt?.sections.length).toBeGreaterThan(1);
  expect(prompt?.costUsd).toBeCloseTo(((prompt?.totalTokens ?? 0) * 2) / 1e6, 9);
});

test('a node that fails before its first request says why, and one without a model is refused', async () => {
  const { preview, hits } = await prepare();
  expect(await preview({ model: 'nowhere', userPrompt: 'x' })).toMatchObject({
    error: { code: 'model-not-found', nodeId: 'ask', path: 'config.model' },
  });
  expect(await preview({ model: 'main', userPrompt: '{{start.missing.deep}}' })).toMatchObject({ error: { nodeId: 'ask' } });
  await expect(preview({ template: 'x' }, { type: 'template' })).rejects.toMatchObject({ code: 'body-invalid' });
  expect(hits).toHaveLength(0);
});
