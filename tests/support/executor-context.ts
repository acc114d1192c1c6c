import { agentRegistry } from '#agents/registry.gen.ts';
import type { ApprovalRequest, Decision, ExecutorContext, ExecutorEvent } from '#engine/contract/define-executor.ts';
import { newInteractionContext } from '#engine/contract/interaction-context.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { Clock, NewId } from '#lib/ports/runtime.ts';
import { newMemory } from '#lib/run/memory.ts';
import type { NodeWarning, TokenUsage } from '#lib/run/run-event.ts';
import { makeMemoryPayloads } from './memory-payloads.ts';

export type EmittedEvent = ExecutorEvent & { readonly isUrgent: boolean };
export type CountedUsage = TokenUsage & { readonly llmCalls: number; readonly toolCalls: number };

export type TestExecutor = {
  readonly context: ExecutorContext;
  /** What the executor emitted, in order. */
  readonly events: EmittedEvent[];
  readonly counted: CountedUsage[];
  readonly warnings: NodeWarning[];
  /** Requested approvals in order, each key once. */
  readonly asked: ApprovalRequest[];
  /** Decisions by key, which `ask` returns from then on. */
  readonly decisions: Map<string, Decision>;
  /** Results of finished effects by key. Tests may add some, as if stored by an earlier process. */
  readonly effects: Map<string, unknown>;
  /** Milliseconds of each sleep. The clock advances by them at once. */
  readonly sleeps: number[];
  /** Controls `context.signal`, unless the test passes its own. */
  readonly controller: AbortController;
};

/**
 * An executor's context in memory. `fetch`, `evaluate` and `models` throw when used, unless the test
 * passes them. The clock starts at 1 January 2026 and advances by sleeping only; ids count from 1
 * (`call_1`).
 */
export function makeExecutorContext(overrides: Partial<ExecutorContext> = {}): TestExecutor {
  const events: EmittedEvent[] = [];
  const counted: CountedUsage[] = [];
  const warnings: NodeWarning[] = [];
  const sleeps: number[] = [];
  const controller = new AbortController();
  const asked: ApprovalRequest[] = [];
  const decisions = new Map<string, Decision>();
  const effects = new Map<string, unknown>();
  const conversations = new Map<string, ReturnType<typeof newInteractionContext>>();
  const context: ExecutorContext = {
    runId: 'run_test',
    workspaceId: workspaceId('ws_test'),
    nodeId: 'node',
    attempt: 1,
    signal: controller.signal,
    runInputs: {},
    live: [],
    evaluate: () => {
      throw new Error('This test hands no evaluate to makeExecutorContext');
    },
    defaultModel: undefined,
    language: 'en',
    models: noModels,
    agents: agentRegistry,
    tools: makeToolKit({ definitions: {}, handlers: {}, payloads: makeMemoryPayloads() }),
    graphs: undefined,
    fetch: () => Promise.reject(new Error('This test hands no fetch to makeExecutorContext')),
    credentialOf: (slot) => ({
      workspaceId: workspaceId('ws_test'),
      workflowId: undefined,
      slot,
      declared: { type: 'bearer', hosts: ['127.0.0.1'] },
    }),
    toolSlots: {},
    traceHeaders: () => ({}),
    clock: makeTestClock(sleeps),
    newId: makeCountingIds(),
    emit: (event, { isUrgent = false } = {}) => void events.push({ ...event, isUrgent: isUrgent !== false }),
    warn: (warning) => void warnings.push(warning),
    countUsage: (usage, { llmCalls = 0, toolCalls = 0 }) => void counted.push({ ...usage, llmCalls, toolCalls }),
    async effect(effect, run) {
      if (effects.has(effect.key)) return effects.get(effect.key) as Awaited<ReturnType<typeof run>>;
      const result = await run({ idempotencyKey: `idem_${effect.key}` });
      effects.set(effect.key, JSON.parse(JSON.stringify(result ?? null)));
      return result;
    },
    callWorkflow: () => Promise.reject(new Error('This test has no workflow as a tool')),
    storedResult: (key) => effects.get(key),
    discardEffect: (key) => void effects.delete(key),
    ask(request) {
      if (!asked.some(({ key }) => key === request.key)) asked.push(request);
      return decisions.get(request.key);
    },
    waits: () => () => {},
    pause: async ({ forMs }) => {
      await context.clock.sleep(forMs, context.signal);
      return { until: new Date(context.clock.now()).toISOString(), isEarly: false };
    },
    hasRequested: (key) => asked.some((request) => request.key === key),
    admitModelCall: async () => {},
    raiseLimit: () => undefined,
    isRemembered: () => false,
    memory: () => newMemory('run_test'),
    remember: () => {},
    runBody: () => Promise.reject(new Error('This test hands no runBody to makeExecutorContext')),
    bodyParts: () => [],
    nextDecision: () => new Promise(() => {}),
    hasBegun: () => false,
    hasReached: () => false,
    session: { variables: [], value: () => ({ turn: 1, messages: [] }), write: () => {}, conversation: newInteractionContext },
    conversation(name) {
      const known = name === 'own' ? undefined : conversations.get(name);
      const conversation = known ?? newInteractionContext();
      conversations.set(name, conversation);
      return conversation;
    },
    ...overrides,
  };
  return { context, events, counted, warnings, sleeps, controller, asked, decisions, effects };
}

const noModels: ModelRegistry = {
  resolve: (name) => {
    throw new AppError('model-not-found', `There is no model '${name}'. This test hands no models to makeExecutorContext`);
  },
  list: () => [],
};

function makeTestClock(sleeps: number[]): Clock {
  let nowMs = Date.UTC(2026, 0, 1);
  return {
    now: () => nowMs,
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      sleeps.push(ms);
      nowMs += ms;
    },
  };
}

function makeCountingIds(): NewId {
  let made = 0;
  return (prefix) => `${prefix}_${++made}`;
}
