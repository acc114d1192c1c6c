import { expect, test } from 'vitest';
import { summaryText } from '#lib/run/session-summary.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TEST_WORKSPACE, TestEngine, workflowOf } from '../support/test-engine.ts';

const chat = ({ hasModel = true } = {}) =>
  workflowOf(
    {
      start: ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
      answer: [
        'llm',
        {
          model: 'main',
          userPrompt: '{{start.message}}',
          conversationScope: 'session',
          conversationWindow: 2,
          ...(hasModel && { summaryModel: 'small' }),
        },
      ],
      end: ['end', { outputs: { answer: '{{answer.output}}' } }],
    },
    ['start -> answer', 'answer -> end'],
  );

type Body = { readonly model?: unknown; readonly messages: readonly { readonly role: string; readonly content: unknown }[] };
const isSummary = (body: unknown) => (body as { model: string }).model === 'tiny';
const entries = { small: { model: 'tiny' } };

test('what leaves the window of a session is summarized once, and the next turn begins with the summary', async () => {
  let summaries = 0;
  const { models, bodies } = await startScriptedModel((body) => ({ text: isSummary(body) ? `summary ${++summaries}` : 'fine' }), {
    entries,
  });
  const engine = new TestEngine({ models });
  const say = (message: string) => engine.turn(chat(), 's', { message });
  expect((await say('My name is Ada')).state.scopes['']).not.toHaveProperty('summaries');
  const second = await say('second');
  expect(second.state.scopes['']).toMatchObject({
    summaries: { answer: 'summary 1' },
    conversations: { answer: [{ role: 'user' }, { role: 'assistant' }] },
  });
  // The value of the node has all messages of the turn, and counts the model call of the summary.
  const [value] = eventsOf(second.events, 'node_finished').filter(({ nodeId }) => nodeId === 'answer');
  expect(value?.usage?.totalTokens).toBe(30);
  const third = await say('third');
  expect(third.state.scopes['']?.summaries).toEqual({ answer: 'summary 2' });
  const sent = bodies() as unknown as Body[];
  const [firstSummary, secondSummary] = sent.filter(isSummary).map(({ messages }) => JSON.stringify(messages.at(-1)?.content));
  expect(firstSummary).toContain('My name is Ada');
  expect(firstSummary).not.toContain('second');
  // Only what is new, with the summary so far.
  expect(secondSummary).toContain('summary 1');
  expect(secondSummary).toContain('second');
  expect(secondSummary).not.toContain('My name is Ada');
  const answers = sent.filter((body) => !isSummary(body)).map(({ messages }) => messages.map(({ content }) => content));
  expect(answers.at(-1)).toEqual([summaryText('summary 1'), 'second', 'fine', 'third']);
});

test('without a summary model, and when it fails, older messages are dropped and the turn ends well', async () => {
  const { models, hits } = await startScriptedModel(
    (body) => (isSummary(body) ? { raw: 'data: {"error":{"message":"no"}}\n\n' } : { text: 'fine' }),
    {
      entries,
    },
  );
  const engine = new TestEngine({ models });
  for (const [session, flow, calls] of [
    ['without', chat({ hasModel: false }), 2],
    ['failing', chat(), 3],
  ] as const) {
    const before = hits.length;
    await engine.turn(flow, session, { message: 'first' });
    const { status, state } = await engine.turn(flow, session, { message: 'second' });
    expect(status).toBe('succeeded');
    expect(state.scopes['']).not.toHaveProperty('summaries');
    expect(state.scopes['']?.conversations.answer).toHaveLength(2);
    expect(hits.length - before).toBe(calls);
  }
});

test('a process that dies while the summary is written does not cost the answer again', async () => {
  let isStuck = true;
  const { models, bodies } = await startScriptedModel((body) => (isSummary(body) ? { text: 'sum', isStuck } : { text: 'fine' }), {
    entries,
  });
  const first = new TestEngine({ models });
  await first.turn(chat(), 's', { message: 'first' });
  const session = { sessionKey: 's', message: 'second' };
  const { runId } = await first.engine.start({
    workspaceId: TEST_WORKSPACE,
    workflow: chat(),
    inputs: { message: 'second' },
    mode: 'draft',
    session,
  });
  await expect.poll(() => bodies().filter(isSummary).length).toBe(1);
  isStuck = false;
  first.store.expireLeases();
  const second = new TestEngine({ models, store: new MemoryRunStore(first.store.database) });
  await second.resumeLost();
  await expect.poll(async () => (await second.events(runId)).at(-1)?.type).toBe('done');
  expect(bodies().filter((body) => !isSummary(body))).toHaveLength(2);
  expect(second.store.database.runs.get(runId)?.sessionState).toContain('"summaries":{"answer":"sum"}');
});
