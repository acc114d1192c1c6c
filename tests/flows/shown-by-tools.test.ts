import { expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { reduceRunEvents } from '#lib/run/reduce-run.ts';
import { initialRunState } from '#lib/run/run-state.ts';
import { surfaceOf, tabOf } from '#lib/run/shown-by-call.ts';
import { toPublicEvent } from '#lib/run/to-public-event.ts';
import { UiMessageStream } from '#lib/run/ui-message-stream.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const components = [{ id: 'root', component: 'Text', text: 'When?' }];

test('a page and an interface are shown by tools of other names, and counted tokens are said after each model call', async () => {
  const { models } = await startScriptedModel((_, index) => ({
    calls: [
      index === 0
        ? { name: 'show_rules', args: '{"title":"Rules"}', id: 'c1' }
        : { name: 'ask_when', args: JSON.stringify({ text: 'When do you come?', components }), id: 'c2' },
    ],
  }));
  const engine = new TestEngine({ models, tools: makeToolKit({ payloads: makeMemoryPayloads() }) });
  const availableTools = [
    { tool: 'open_url', name: 'show_rules', with: { url: 'https://rules.example/', tabId: 'rules' } },
    { tool: 'a2ui', name: 'ask_when' },
  ];
  const { runId, status, outputs, events } = await engine.run(
    workflowOf({ answer: ['llm', { model: 'main', userPrompt: 'Hi', availableTools }] }, []),
  );
  expect({ status, ...outputs }).toMatchObject({ status: 'succeeded', answer: { output: 'When do you come?', llmCalls: 2 } });
  expect(eventsOf(events, 'open_url')).toMatchObject([
    { toolCallId: 'c1', tabId: 'rules', url: 'https://rules.example/', title: 'Rules' },
  ]);
  expect(eventsOf(events, 'a2ui')).toMatchObject([{ toolCallId: 'c2', surface: { text: 'When do you come?', components } }]);
  expect(eventsOf(events, 'token_usage').map(({ llmCalls, usage }) => [llmCalls, usage.totalTokens])).toEqual([
    [1, 15],
    [2, 30],
  ]);

  for (const level of ['summary', 'full'] as const) {
    const shown = events.flatMap((event) => toPublicEvent(event, { runId, level, texts: new Set(['answer']) }) ?? []);
    const state = reduceRunEvents(initialRunState, shown);
    const [first, second] = state.nodes.answer?.toolCalls ?? [];
    expect(first && tabOf(first)).toEqual({ tabId: 'rules', url: 'https://rules.example/', title: 'Rules' });
    expect(second && surfaceOf(second)).toMatchObject({ text: 'When do you come?', components });
    const stream = new UiMessageStream(runId);
    const chunks = shown.flatMap((event) => stream.take(event));
    expect(chunks.filter(({ type }) => type === 'data-open-browser')).toMatchObject([{ id: 'rules', data: { title: 'Rules' } }]);
    expect(chunks.filter(({ type }) => type === 'data-a2ui')).toMatchObject([{ id: 'c2', data: { components } }]);
    expect(chunks.filter(({ type }) => type === 'message-metadata')).toMatchObject([
      { messageMetadata: { tokensUsed: 15 } },
      { messageMetadata: { tokensUsed: 30 } },
    ]);
  }
  const hidden = events.flatMap((event) => toPublicEvent(event, { runId, level: 'summary', texts: new Set(['other']) }) ?? []);
  expect(hidden.filter(({ type }) => type === 'open_url' || type === 'a2ui')).toEqual([]);
});
