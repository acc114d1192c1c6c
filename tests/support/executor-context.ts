import type { ExecutorContext, ExecutorEvent } from '#engine/executors/define-executor.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import type { Clock, NewId } from '#lib/ports/runtime.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';

export type EmittedEvent = ExecutorEvent & { readonly isUrgent: boolean };
export type CountedUsage = TokenUsage & { readonly llmCalls: number; readonly toolCalls: number };

export type TestExecutor = {
  readonly context: ExecutorContext;
  /** What the executor emitted, in order. */
  readonly events: EmittedEvent[];
  readonly counted: CountedUsage[];
  /** Milliseconds of each wait on the clock; the clock moves on by them and nobody really waits. */
  readonly sleeps: number[];
  /** What `context.signal` listens to, unless the test brought its own. */
  readonly controller: AbortController;
};

/**
 * An executor's context in memory. Ports that a test does not bring say so when they are used: `fetch`, `evaluate` and `models`.
 * The clock starts at 1 January 2026 and only sleeping moves it; ids count from 1 (`call_1`).
 */
export function makeExecutorContext(overrides: Partial<ExecutorContext> = {}): TestExecutor {
  const events: EmittedEvent[] = [];
  const counted: CountedUsage[] = [];
  const sleeps: number[] = [];
  const controller = new AbortController();
  const context: ExecutorContext = {
    runId: 'run_test',
    nodeId: 'node',
    attempt: 1,
    signal: controller.signal,
    runInputs: {},
    live: [],
    evaluate: () => {
      throw new Error('This test hands no evaluate to makeExecutorContext');
    },
    defaultModel: undefined,
    models: noModels,
    fetch: () => Promise.reject(new Error('This test hands no fetch to makeExecutorContext')),
    clock: makeTestClock(sleeps),
    newId: makeCountingIds(),
    emit: (event, { isUrgent = false } = {}) => void events.push({ ...event, isUrgent }),
    countUsage: (usage, { llmCalls = 0, toolCalls = 0 }) => void counted.push({ ...usage, llmCalls, toolCalls }),
    ...overrides,
  };
  return { context, events, counted, sleeps, controller };
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
