import { expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { BudgetHit, Spender } from '#lib/ports/budget-book.ts';
import type { Knowledge } from '#lib/ports/knowledge.ts';
import type { MeteredRequest } from '#lib/ports/model-meter.ts';
import type { Skills } from '#lib/ports/skills.ts';
import type { UserMemory } from '#lib/ports/user-memory.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { makeMemoryPayloads } from '#tests/support/memory-payloads.ts';
import { forkOf } from '../support/fork-run.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const USAGE: TokenUsage = { promptTokens: 40, completionTokens: 0, totalTokens: 40, costUsd: 0.5 };

/** One request to an embedding model. */
async function embed({ meter }: MeteredRequest): Promise<void> {
  const end = await meter.begin({
    operation: 'embed',
    model: { name: 'e', provider: 'openai-compatible', modelId: 'small' },
    texts: 1,
  });
  end({ usage: USAGE });
}
const knowledge: Knowledge = {
  search: async (_workspace, { base }, request) => {
    await embed(request);
    return { baseTitle: base, passages: [], retrieval: { base, mode: 'vector', words: [], candidates: [] } };
  },
  write: async () => [],
  settled: async () => [],
};
const userMemory: UserMemory = {
  recall: async (_run, _options, request) => {
    await embed(request);
    return [];
  },
  remember: async (_run, _options, request) => {
    await embed(request);
    return [];
  },
};
const text = { displayName: 'Slides', description: 'Makes slides', triggers: [], body: '' };
const skills: Skills = {
  enabled: async () => [{ skill: { name: 'slides', text, translations: {} } as never, files: [] }],
  match: async (_workspace, _query, request) => {
    await embed(request);
    return { by: 'embedding', candidates: [] };
  },
  readFile: async () => new Uint8Array(),
};

const kit = makeToolKit({ payloads: makeMemoryPayloads(), knowledge, userMemory, skills });
const asking: Record<string, [string, Record<string, unknown>]> = {
  knowledge: ['knowledge', { base: 'handbook', query: 'refund' }],
  'memory-read': ['memory-read', { scope: 'user', query: 'food' }],
  'memory-write': ['memory-write', { scope: 'user', facts: ['Vegan'] }],
  skill: ['skill', { message: 'Make slides' }],
};
const workflowWith = (node: [string, Record<string, unknown>], settings: Workflow['settings'] = {}) =>
  workflowOf({ start: ['start', { inputs: [] }], ask: node, again: node }, ['start -> ask', 'ask -> again'], settings);

function book(hit?: BudgetHit) {
  const spent: [Spender, TokenUsage][] = [];
  const budgets = {
    bind: async () => {},
    // As the real one: usage counts once a call has ended.
    findHit: async () => (spent.length > 0 ? hit : undefined),
    spend: (run: Spender, usage: TokenUsage) => void (usage.totalTokens > 0 && spent.push([run, usage])),
    raise: async () => {},
  };
  return { budgets, spent };
}

test.each(Object.entries(asking))(
  '%s: what an embedding model is asked is in the log, in the run and in its budgets',
  async (type, node) => {
    const { budgets, spent } = book();
    const run = await new TestEngine({ tools: kit, budgets }).run(workflowWith(node));
    expect(eventsOf(run.events, 'done')).toMatchObject([{ status: 'succeeded', tokensUsed: 80, costUsd: 1 }]);
    expect(spent).toEqual(Array(2).fill([{ runId: run.runId, workspaceId: 'ws_test' }, USAGE]));
    const [call] = eventsOf(run.events, 'llm_call');
    const isOfTool = type === 'knowledge';
    expect(call).toMatchObject({
      nodeId: 'ask',
      operation: 'embed',
      model: { name: 'e', modelId: 'small' },
      request: { texts: 1 },
    });
    expect(call?.toolCallId).toBe(isOfTool ? 'ask' : undefined);
    expect(eventsOf(run.events, 'llm_result')[0]).toMatchObject({
      callId: call?.callId,
      operation: 'embed',
      usage: USAGE,
      finishReason: 'stop',
    });
    expect(eventsOf(run.events, 'node_finished').find(({ nodeId }) => nodeId === 'ask')).toMatchObject({
      usage: { totalTokens: 40 },
    });
  },
);

test.each(Object.entries(asking))('%s: a used-up budget ends the run, or asks, before the next request', async (_, node) => {
  const hit: BudgetHit = { scope: 'key', owner: 'k', day: '2026-11-22', what: 'cost', max: 0.5, used: 0.5, onBudget: 'stop' };
  const stopped = book(hit);
  const ended = await new TestEngine({ tools: kit, budgets: stopped.budgets }).run(workflowWith(node));
  expect(ended).toMatchObject({
    status: 'failed',
    reason: 'budget_exceeded',
    error: { code: 'key-cost-budget', nodeId: 'again' },
  });
  expect(stopped.spent).toHaveLength(1);
  const asked = book({ ...hit, onBudget: 'ask' });
  const waiting = await new TestEngine({ tools: kit, budgets: asked.budgets }).run(workflowWith(node));
  expect(waiting).toMatchObject({
    status: 'waiting',
    approvals: [{ description: expect.stringContaining('has used up its budget') }],
  });
  expect(asked.spent).toHaveLength(1);
  const limited = await new TestEngine({ tools: kit }).run(workflowWith(node, { limits: { maxTokens: 40 } }));
  expect(limited).toMatchObject({ status: 'failed', error: { code: 'token-limit' } });
  expect(eventsOf(limited.events, 'llm_call')).toHaveLength(1);
});

test.each(Object.entries(asking))(
  '%s: a fork reuses what was found, and after a crash nothing is asked or paid again',
  async (_, node) => {
    const { budgets, spent } = book();
    const engine = new TestEngine({ tools: kit, budgets });
    const source = await engine.run(workflowWith(node));
    const forked = await (await engine.engine.start(forkOf(engine, source.runId, { from: ['again'] }))).outcome;
    const events = await engine.events(forked.runId);
    expect(eventsOf(events, 'node_started').map(({ nodeId }) => nodeId)).toEqual(['again']);
    expect(spent.map(([{ runId }]) => runId)).toEqual([source.runId, source.runId, forked.runId]);
    expect(eventsOf(events, 'done')).toMatchObject([{ status: 'succeeded', tokensUsed: 40, costUsd: 0.5 }]);

    const first = new TestEngine({ tools: kit, budgets });
    const workflow = workflowOf({ ask: node, hold: ['gate'] }, ['ask -> hold']);
    const { runId } = await first.start(workflow);
    await first.gates.reached('hold');
    first.store.expireLeases();
    const second = new TestEngine({ store: new MemoryRunStore(first.store.database), tools: kit, budgets });
    await second.resumeLost();
    await second.gates.reached('hold');
    second.gates.open('hold');
    await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
    expect(eventsOf(await second.events(runId), 'done')).toMatchObject([{ tokensUsed: 40, costUsd: 0.5 }]);
    expect(spent.filter(([run]) => run.runId === runId)).toHaveLength(1);
  },
);
