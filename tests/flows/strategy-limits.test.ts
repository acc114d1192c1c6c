import { describe, expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { agentSpecSchema } from '#lib/agents/agent-spec.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { type ScriptedAnswer, startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const STRATEGIES = {
  react: { strategy: 'react' },
  'plan-and-execute': { strategy: 'plan-and-execute' },
  'multi-llm': { strategy: 'multi-llm', candidateModels: ['main', 'main'] },
} as const;
type Strategy = keyof typeof STRATEGIES;
/** Model calls that a task takes without a limit: a plan of three steps, or three rounds with a tool and an answer. */
const NEEDED = { react: 4, 'plan-and-execute': 6, 'multi-llm': 9 } as const;
/** Each candidate has the limit of its conversation to itself, and the judge another one. */
const CONVERSATIONS = { react: 1, 'plan-and-execute': 1, 'multi-llm': 3 } as const;

type Body = { readonly messages: readonly { readonly role: string; readonly content: unknown }[]; readonly tools?: unknown[] };

/** Needs the calls above: a tool in each round, or a plan whose steps call none. */
function answerTo(body: Body): ScriptedAnswer {
  const text = String(body.messages.at(-1)?.content ?? '');
  const json = (value: unknown): ScriptedAnswer => ({ text: JSON.stringify(value) });
  const findings = JSON.stringify({ summary: 'done', evidence: [] });
  if (JSON.stringify(body.messages).includes('You compare answers')) return json({ winner: 'A', reason: 'Better' });
  if (text.includes('make a plan')) return json({ steps: ['One', 'Two', 'Three'] });
  if (text.includes('All steps have ended')) return json({ verdict: 'complete' });
  if (text.includes('The plan is complete')) return { text: findings };
  if (text.includes('[Current Task Progress]')) return json({ status: 'done', result: 'ok' });
  const rounds = body.messages.filter(({ role }) => role === 'tool').length;
  return rounds < 3 ? { calls: [{ name: 'time-now', args: '{}' }] } : { text: findings };
}

async function callsOf(workflow: Workflow) {
  const { models, hits } = await startScriptedModel((body) => answerTo(body as Body), {
    entries: Object.fromEntries([1, 2, 3].map((max_rounds) => [`rounds-${max_rounds}`, { max_rounds }])),
  });
  const store = new MemoryRunStore();
  const engine = new TestEngine({ store, models, tools: makeToolKit({ payloads: store }) });
  const { status, error, events } = await engine.run(workflow);
  const failures = eventsOf(events, 'tool_result').map((event) => event.error ?? '');
  return { calls: hits.length, status, error, failures };
}

const node = (strategy: Strategy, config: object = {}) =>
  workflowOf(
    { ask: ['llm', { model: 'main', userPrompt: 'Do it', availableTools: ['time-now'], ...STRATEGIES[strategy], ...config }] },
    [],
  );

const worker = (strategy: Strategy, { maxSteps = 20, ...config }: { maxSteps?: number; budget?: object } = {}) => ({
  ...workflowOf({ ask: ['sub-agent', { agent: 'worker', task: 'Do it', ...config }] }, []),
  agents: {
    worker: agentSpecSchema.parse({
      id: 'worker',
      title: 'Worker',
      description: 'Works',
      model: 'main',
      tools: ['time-now'],
      limits: { maxSteps },
      ...STRATEGIES[strategy],
    }),
  },
});

const all = Object.keys(STRATEGIES) as Strategy[];

describe.each(all)('%s', (strategy) => {
  test('takes the calls that it needs', async () => {
    expect(await callsOf(node(strategy))).toMatchObject({ calls: NEEDED[strategy], status: 'succeeded' });
    expect(await callsOf(worker(strategy))).toMatchObject({ calls: NEEDED[strategy], status: 'succeeded' });
  });

  test.each([1, 2, 3])('keeps to %i calls of a node or its model', async (max) => {
    const most = max * CONVERSATIONS[strategy];
    const byNode = await callsOf(node(strategy, { maxIterations: max }));
    expect(byNode).toMatchObject({ status: 'failed', error: { code: 'iteration-limit' } });
    expect(byNode.error?.message).toContain(`allows ${max}`);
    expect(byNode.calls).toBeLessThanOrEqual(most);
    const candidates = strategy === 'multi-llm' ? { candidateModels: [`rounds-${max}`, `rounds-${max}`] } : {};
    const byModel = await callsOf(node(strategy, { model: `rounds-${max}`, ...candidates }));
    expect(byModel).toMatchObject({ status: 'failed', error: { code: 'iteration-limit' } });
    expect(byModel.calls).toBeLessThanOrEqual(most);
  });

  test.each([1, 2, 3])('keeps to %i calls of an agent, those of candidates and judge included', async (max) => {
    for (const workflow of [worker(strategy, { maxSteps: max }), worker(strategy, { budget: { maxSteps: max } })]) {
      const { calls, status, error } = await callsOf(workflow);
      expect(calls).toBeLessThanOrEqual(max);
      expect([status, error?.code]).toEqual(['failed', 'iteration-limit']);
    }
  });

  test('asks at a limit that asks', async () => {
    const { status } = await callsOf({
      ...node(strategy, { maxIterations: 2 }),
      settings: { limits: { onLimit: 'ask' } },
    });
    expect(status).toBe('waiting');
  });
});
