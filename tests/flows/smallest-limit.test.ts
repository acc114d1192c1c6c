import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { BudgetBook, BudgetHit } from '#lib/ports/budget-book.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { startScriptedModel } from '../support/scripted-model.ts';
import { TestEngine, workflowOf } from '../support/test-engine.ts';

const TOKENS_OF_CALL = 15;
const COST_OF_CALL = 0.15;
/** Number of nodes before the LLM node. */
const STEPS_BEFORE = 2;
/** The model's own limit, by the name of its entry. */
const MODELS = { two: 2, four: 4, ten: 10 } as const;

/**
 * Number of model calls that each limit allows; steps and tool calls are counted directly.
 * Undefined: no such limit.
 */
type Limits = {
  readonly [name in 'steps' | 'runTokens' | 'runCost' | 'toolCalls' | 'keyTokens' | 'keyCost' | 'dayTokens' | 'dayCost']?:
    | number
    | undefined;
} & { readonly iterations: number; readonly model: keyof typeof MODELS };

const few = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined, freq: 2 });
const limitsArbitrary: fc.Arbitrary<Limits> = fc.record({
  steps: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined, freq: 2 }),
  runTokens: few,
  runCost: few,
  toolCalls: few,
  keyTokens: few,
  keyCost: few,
  dayTokens: few,
  dayCost: few,
  iterations: fc.integer({ min: 1, max: 9 }),
  model: fc.constantFrom('two', 'four', 'ten'),
});

/** A limit between the usage of this many calls and of one more, so that the next call is refused. */
const tokensFor = (calls: number) => calls * TOKENS_OF_CALL - 1;
const costFor = (calls: number) => calls * COST_OF_CALL - 0.01;

type Named = { readonly code: string; readonly owner: string; readonly asked: string };

/**
 * Expected name of the first limit that is hit, when it fails the run and when it requests an
 * approval.
 */
function expectedHit(limits: Limits): Named {
  const { steps, runTokens, runCost, toolCalls, iterations, model } = limits;
  const rounds = Math.min(iterations, MODELS[model]);
  const hits: { readonly at: number; readonly named: Named }[] = [];
  // Order in a round: budgets, limits of the run, model call, limits of the conversation, tool.
  const add = (count: number | undefined, place: number, named: Named) => {
    if (count !== undefined) hits.push({ at: count + place, named });
  };
  if (steps !== undefined && steps <= STEPS_BEFORE)
    add(0, -1, { code: 'step-limit', owner: 'settings.limits.maxSteps', asked: 'used up maxSteps of its workflow' });
  for (const { calls, named } of budgetsOf(limits)) add(calls, 0, named);
  add(runTokens, 0.2, { code: 'token-limit', owner: 'settings.limits.maxTokens', asked: 'used up maxTokens of its workflow' });
  add(runCost, 0.3, { code: 'cost-limit', owner: 'settings.limits.maxCostUsd', asked: 'used up maxCostUsd of its workflow' });
  const ofNode = iterations <= MODELS[model];
  add(rounds - 1, 0.5, {
    code: 'iteration-limit',
    owner: ofNode ? 'config.maxIterations' : '',
    asked: ofNode ? `the node allows ${rounds}` : `model '${model}' allows ${rounds}`,
  });
  add(toolCalls, 0.6, {
    code: 'tool-call-limit',
    owner: 'settings.limits.maxToolCalls',
    asked: 'used up maxToolCalls of its workflow',
  });
  return hits.sort((a, b) => a.at - b.at)[0]?.named as Named;
}

/** If one call exceeds several budgets, the most exceeded one is named. */
function budgetsOf({ keyTokens, keyCost, dayTokens, dayCost }: Limits) {
  const [ofKey, ofDay] = ['The key tlk_abc… has used up its budget', 'The workspace has used up its budget'];
  const all = [
    { calls: keyTokens, over: overBy(keyTokens, tokensFor, TOKENS_OF_CALL), code: 'key-token-budget', asked: ofKey },
    { calls: keyCost, over: overBy(keyCost, costFor, COST_OF_CALL), code: 'key-cost-budget', asked: ofKey },
    { calls: dayTokens, over: overBy(dayTokens, tokensFor, TOKENS_OF_CALL), code: 'day-token-budget', asked: ofDay },
    { calls: dayCost, over: overBy(dayCost, costFor, COST_OF_CALL), code: 'day-cost-budget', asked: ofDay },
  ];
  const ownerOf = (code: string) => `${code.startsWith('key') ? 'key.budget.' : 'limits.day.'}`;
  return all
    .toSorted((a, b) => b.over - a.over)
    .map(({ calls, code, asked }) => ({ calls, named: { code, owner: ownerOf(code), asked } }));
}

function overBy(calls: number | undefined, limitFor: (calls: number) => number, ofCall: number): number {
  return calls === undefined ? 0 : (calls * ofCall) / limitFor(calls);
}

/** Budgets of one key and one workspace, with the responses of the real implementation. */
function makeBook(limits: Limits, onBudget: 'stop' | 'ask'): BudgetBook {
  let [tokens, cost] = [0, 0];
  const budgets = [
    { scope: 'key', owner: 'abc', what: 'tokens', calls: limits.keyTokens },
    { scope: 'key', owner: 'abc', what: 'cost', calls: limits.keyCost },
    { scope: 'workspace', owner: '', what: 'tokens', calls: limits.dayTokens },
    { scope: 'workspace', owner: '', what: 'cost', calls: limits.dayCost },
  ] as const;
  return {
    bind: async () => {},
    findHit: async () => {
      const hits = budgets.flatMap(({ calls, what, ...whose }): BudgetHit[] => {
        if (calls === undefined) return [];
        const [used, max] = what === 'tokens' ? [tokens, tokensFor(calls)] : [cost, costFor(calls)];
        return used >= max ? [{ ...whose, what, day: '2026-11-22', max, used, onBudget }] : [];
      });
      return hits.sort((a, b) => a.max / a.used - b.max / b.used)[0];
    },
    spend: (_run, usage: TokenUsage) => {
      tokens += usage.totalTokens;
      cost += usage.costUsd ?? 0;
    },
    raise: () => Promise.reject(new Error('Nobody raises anything in this test')),
  };
}

function workflowWith({ steps, runTokens, runCost, toolCalls, iterations, model }: Limits, onLimit: 'stop' | 'ask') {
  const talk = { userPrompt: 'Go', model, availableTools: ['time-now'], maxIterations: iterations };
  return workflowOf(
    { a: ['template', { template: 'x' }], b: ['template', { template: 'x' }], talk: ['llm', talk] },
    ['a -> b', 'b -> talk'],
    {
      limits: {
        onLimit,
        ...(steps !== undefined && { maxSteps: steps }),
        ...(runTokens !== undefined && { maxTokens: tokensFor(runTokens) }),
        ...(runCost !== undefined && { maxCostUsd: costFor(runCost) }),
        ...(toolCalls !== undefined && { maxToolCalls: toolCalls }),
      },
    },
  );
}

test('of limits of the run, its key, the day, the node and its model the smallest is hit and named, in a run that stops as in one that asks', async () => {
  const price = { input: 10_000, output: 10_000 };
  const entries = Object.entries(MODELS).map(([name, max_rounds]) => [name, { price, max_rounds }]);
  const { models } = await startScriptedModel(() => ({ calls: [{ name: 'time-now' }] }), {
    entries: Object.fromEntries(entries),
  });
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(limitsArbitrary, async (limits) => {
      const { code, owner, asked } = expectedHit(limits);
      seen.add(code);
      const run = (what: 'stop' | 'ask') => {
        const store = new MemoryRunStore();
        const budgets = makeBook(limits, what);
        return new TestEngine({ store, models, budgets, tools: makeToolKit({ payloads: store }) }).run(
          workflowWith(limits, what),
        );
      };
      const stopped = await run('stop');
      expect(stopped).toMatchObject({ status: 'failed', error: { code } });
      expect(stopped.error?.path ?? '').toContain(owner);
      const waiting = await run('ask');
      expect(waiting.status).toBe('waiting');
      expect(waiting.approvals).toHaveLength(1);
      expect(waiting.approvals?.[0]?.description).toContain(asked);
    }),
    { numRuns: 150 },
  );
  expect([...seen].sort()).toEqual(
    [
      ...['cost-limit', 'day-cost-budget', 'day-token-budget', 'iteration-limit', 'key-cost-budget', 'key-token-budget'],
      ...['step-limit', 'token-limit', 'tool-call-limit'],
    ].sort(),
  );
}, 60_000);
