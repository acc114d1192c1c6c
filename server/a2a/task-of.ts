import { answerText } from '#lib/run/answer-text.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import type { Artifact, Message, Part, Task, TaskState, TaskStatus } from './a2a-types.ts';

/** A run as tasks show it. */
export type TaskRun = {
  readonly runId: string;
  readonly contextId: string;
  readonly status: RunStatus;
  readonly changedAt: Date;
  readonly outputs?: Readonly<Record<string, unknown>> | undefined;
  /** What `reply` nodes said. */
  readonly replies?: readonly string[] | undefined;
  readonly error?: string | undefined;
  /** When its wait for a time ends, in ISO form. */
  readonly waitsUntil?: string | undefined;
  readonly approvals?: readonly { readonly actionId: string; readonly description: string }[] | undefined;
};

const states: Readonly<Record<RunStatus, TaskState>> = {
  queued: 'TASK_STATE_SUBMITTED',
  running: 'TASK_STATE_WORKING',
  waiting: 'TASK_STATE_INPUT_REQUIRED',
  succeeded: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  cancelled: 'TASK_STATE_CANCELED',
};

/** The statuses of runs that are shown as a state. */
export function statusesOf(state: TaskState): RunStatus[] {
  return (Object.keys(states) as RunStatus[]).filter((status) => states[status] === state);
}

const RESULT = 'result';

export function taskOf(run: TaskRun): Task {
  const artifacts = run.status === 'succeeded' ? [resultOf(run)] : [];
  return { id: run.runId, contextId: run.contextId, status: statusOf(run), artifacts };
}

export function statusOf(run: TaskRun): TaskStatus {
  const message = messageOf(run);
  return { state: stateOf(run), ...(message && { message }), timestamp: run.changedAt.toISOString() };
}

/** A run that waits for a time alone needs no input. */
function stateOf({ status, approvals = [] }: TaskRun): TaskState {
  return status === 'waiting' && approvals.length === 0 ? 'TASK_STATE_WORKING' : states[status];
}

/** The outputs as text, and as data with their names. */
export function resultOf({ outputs = {}, replies = [] }: Pick<TaskRun, 'outputs' | 'replies'>): Artifact {
  return artifactOf([{ text: answerText(replies, outputs) }, { data: outputs, mediaType: 'application/json' }]);
}

export function artifactOf(parts: readonly Part[]): Artifact {
  return { artifactId: RESULT, name: RESULT, parts };
}

/** What the run waits for, or why it failed. */
function messageOf({ runId, contextId, status, error, approvals = [], waitsUntil }: TaskRun): Message | undefined {
  const notes = [error, waitsUntil && `The task continues at ${waitsUntil}. Get it then.`];
  const waiting = [{ text: approvals.map(({ description }) => description).join('\n') }, { data: { approvals } }];
  const parts = status === 'waiting' && approvals.length > 0 ? waiting : notes.flatMap((text) => (text ? { text } : []));
  if (parts.length === 0) return undefined;
  return { messageId: `${runId}-${status}`, contextId, taskId: runId, role: 'ROLE_AGENT', parts };
}
