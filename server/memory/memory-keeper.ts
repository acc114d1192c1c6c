import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { RunService, StartedRun } from '#lib/ports/run-service.ts';
import type { NewId } from '#lib/ports/runtime.ts';
import { MAX_RECORD_CHARS } from '#lib/ports/user-memory.ts';
import { answerText } from '#lib/run/answer-text.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { messageText } from '#lib/workflow/chat-texts.ts';
import { workflowSchema } from '#lib/workflow/workflow.ts';
import type { ReadyTask } from '../db/stores/memory/task-store.ts';
import { BackgroundWorker } from '../process/background-worker.ts';
import { withLease } from '../process/with-lease.ts';
import type { MemoryService } from './memory-service.ts';
import { summaryWorkflow } from './summary-workflow.ts';
import { readTaskSettings } from './task-settings.ts';

const LEASE_MS = 30_000;
const POLL_MS = 250;
/** Pauses before further attempts, for models that do not answer. */
const RETRY_MS = [5000, 60_000, 600_000];
/** A summary that waits for a person, as at a budget that asks, is looked at again after this. */
const WAITING_MS = 60_000;
/** Of a message and an answer, what a summary is made of. */
const MAX_SAID_CHARS = 8000;
/** Answers of a model that found nothing worth knowing, without punctuation. */
const NOTHING: readonly string[] = ['', 'none', '无'];

const outputsSchema = z.object({ summary: z.string() });
const errorSchema = z.object({ message: z.string() });

export type MemoryKeeperOptions = {
  readonly memory: MemoryService;
  readonly runs: RunService;
  readonly newId: NewId;
  /** No other process uses the database. */
  readonly isAlone: boolean;
  readonly log: Pick<Logger, 'warn' | 'error'>;
};
/** `waiting`: the run that writes it waits for a person. */
type Written = { readonly is: 'waiting' } | { readonly is: 'written'; readonly summary: string };
type Claimed = { readonly token: string; readonly signal: AbortSignal };

/**
 * Summarizes ended runs, one at a time. Any number of processes may: the tasks of a user belong to
 * one of them at a time, and those of a killed process continue in another one or at the next start.
 */
export class MemoryKeeper {
  readonly #ports: MemoryKeeperOptions;
  readonly #worker: BackgroundWorker;

  constructor(ports: MemoryKeeperOptions) {
    this.#ports = ports;
    this.#worker = new BackgroundWorker({
      work: (closing) => this.#workOnAll(closing),
      nextDueMs: () => ports.memory.tasks.nextDueMs(),
      isAlone: ports.isAlone,
      onError: (error) => ports.log.error('the memory of users could not be written', { error }),
    });
  }

  start(): void {
    const { memory, isAlone } = this.#ports;
    this.#worker.start(async () => {
      if (isAlone) await memory.tasks.releaseAll();
      // Runs of an earlier process that resume in this one.
      for (const runId of await memory.tasks.openRunIds()) memory.openRuns.add(runId);
    });
  }

  /** A run has ended. */
  wake(): void {
    this.#worker.wake();
  }

  /** Gives up what it works on, which continues at the next start. */
  close(): Promise<void> {
    return this.#worker.close();
  }

  async #workOnAll(closing: AbortSignal): Promise<void> {
    const { tasks } = this.#ports.memory;
    while (!closing.aborted) {
      const token = crypto.randomUUID();
      const userId = await tasks.claimUser(token, LEASE_MS);
      if (userId === undefined) return;
      const renew = () => tasks.renew({ userId, token }, LEASE_MS);
      try {
        await withLease({ renew, signal: closing }, (signal) => this.#workOn(userId, { token, signal }));
      } finally {
        await tasks.release({ userId, token });
      }
    }
  }

  async #workOn(userId: string, claimed: Claimed): Promise<void> {
    const { tasks } = this.#ports.memory;
    for (let task = await tasks.next(userId); task && !claimed.signal.aborted; task = await tasks.next(userId)) {
      try {
        // Another process has the user's tasks by now.
        if (!(await this.#remember(task, claimed))) return;
      } catch (error) {
        if (claimed.signal.aborted) return;
        if (!(await this.#failed(task, error, claimed))) return;
      }
    }
  }

  /** @returns false when the lease was lost */
  async #failed(task: ReadyTask, error: unknown, { token }: Claimed): Promise<boolean> {
    const { memory, log } = this.#ports;
    const { runId, attempts } = task;
    const isExpected = NodeFailure.is(error) || AppError.is(error);
    if (!isExpected) log.error('a run could not be remembered', { runId, error });
    const problem = isExpected ? error.message : 'Something went wrong in the server; its log says what';
    const retryInMs = RETRY_MS[attempts];
    if (retryInMs !== undefined) return memory.tasks.postpone(task, token, { problem, retryInMs });
    return memory.tasks.finish(task, token, { status: 'failed', problem });
  }

  /** @returns false when the lease was lost @throws {NodeFailure} `memory-failed` when no summary was written */
  async #remember(task: ReadyTask, { token, signal }: Claimed): Promise<boolean> {
    const { memory, newId } = this.#ports;
    const { workspaceId, userId, runId, sessionKey } = task;
    const said = task.runStatus === 'succeeded' ? saidIn(task) : undefined;
    if (!said) return memory.tasks.finish(task, token, { status: 'skipped' });
    const key = sessionKey === null ? `run:${runId}` : `session:${sessionKey}`;
    const before = await memory.records.find({ workspaceId, userId }, key);
    const written = await this.#summarize(task, { ...said, notes: before?.text ?? '' }, signal);
    if (written.is === 'waiting') {
      const problem = 'The summary waits for a person';
      return memory.tasks.postpone(task, token, { problem, retryInMs: WAITING_MS, keepsRun: true });
    }
    const { summary } = written;
    if (NOTHING.includes(summary.replaceAll(/[\s\p{P}]/gu, '').toLowerCase()))
      return memory.tasks.finish(task, token, { status: 'done' });
    const [embedded = { embedding: null, vector: [] }] = await memory.embed([summary], 'document', {
      signal,
      meter: memory.meterOf({ workspaceId, runId }),
    });
    const { keepDays } = readTaskSettings(task.settings);
    return memory.tasks.finish(task, token, {
      status: 'done',
      record: { recordId: newId('mem'), key, text: summary, runId, keepDays, ...embedded },
      ...(before && { continues: before.recordId }),
    });
  }

  /**
   * What a run of its own writes. Its id is stored before it starts, so that after a crash the same
   * run is waited for.
   */
  async #summarize(
    task: ReadyTask,
    said: { readonly notes: string; readonly message: string; readonly answer: string },
    signal: AbortSignal,
  ): Promise<Written> {
    const { memory, runs, newId } = this.#ports;
    const { workspaceId, runId, workflowName, budgetKeyId } = task;
    const { model, language } = readTaskSettings(task.settings);
    if (task.summaryStatus === null) {
      const summaryRunId = newId('run');
      await memory.tasks.nameSummary(runId, summaryRunId);
      const started = await runs.start({
        runId: summaryRunId,
        workspaceId,
        workflow: summaryWorkflow({ workflowName, language, model }),
        inputs: { said: JSON.stringify(said) },
        mode: 'draft',
        ...(budgetKeyId !== null && { keyId: budgetKeyId }),
      });
      await started.accepted;
      if (!started.isElsewhere) await endedOrAborted(started, signal);
    }
    for (;;) {
      const summary = await memory.tasks.summaryOf(runId);
      if (!summary) throw new NodeFailure('memory-failed', 'The run that writes the summary is gone');
      if (summary.status === 'waiting') return { is: 'waiting' };
      if (summary.status === 'succeeded' && summary.outputs !== null)
        return { is: 'written', summary: cleaned(outputsSchema.parse(JSON.parse(summary.outputs)).summary) };
      if (isTerminal(summary.status)) {
        const error = errorSchema.safeParse(JSON.parse(summary.error ?? 'null')).data;
        throw new NodeFailure('memory-failed', error?.message ?? 'The run that writes the summary was stopped');
      }
      await wait(POLL_MS, undefined, { signal });
    }
  }
}

/** @throws the reason of `signal` when it aborts first */
async function endedOrAborted({ outcome }: StartedRun, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([outcome.catch(() => {}), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** What the user wrote and the run answered; undefined when that is nothing. */
function saidIn({ document, inputs, outputs, message, answer }: ReadyTask): { message: string; answer: string } | undefined {
  const given = JSON.parse(inputs) as Record<string, unknown>;
  const workflow = workflowSchema.safeParse(JSON.parse(document)).data;
  const start = workflow?.nodes.find(({ type }) => type === 'start')?.config ?? {};
  const asked = message || messageText(start, given) || (Object.keys(given).length > 0 ? JSON.stringify(given) : '');
  const replied = answer || answerText([], JSON.parse(outputs ?? '{}') as Record<string, unknown>);
  if (asked === '') return undefined;
  return { message: cut(asked, MAX_SAID_CHARS), answer: cut(replied, MAX_SAID_CHARS) };
}

function cleaned(text: string): string {
  return cut(text.replaceAll('\0', '').trim(), MAX_RECORD_CHARS);
}

function cut(text: string, max: number): string {
  return text.slice(0, max).toWellFormed();
}
