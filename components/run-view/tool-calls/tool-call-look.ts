import type { MarkedState } from '#components/ui/status-mark.tsx';
import { HAND_OFF } from '#lib/agents/hand-off.ts';
import { PROGRAM } from '#lib/agents/program.ts';
import type { AgentState, OpenApproval, ToolCallState } from '#lib/run/run-state.ts';

/** The shown status of a call. */
export type ToolCallWord = 'asked' | 'waiting' | 'running' | 'done' | 'failed' | 'refused' | 'stopped' | 'unusable';

/** The shape and colour of each. */
export const toolCallMarks: Readonly<Record<ToolCallWord, MarkedState>> = {
  asked: 'queued',
  waiting: 'waiting',
  running: 'running',
  done: 'succeeded',
  failed: 'failed',
  refused: 'cancelled',
  stopped: 'cancelled',
  unusable: 'failed',
};

/** @param approvals open approvals of the conversation that the call belongs to */
export function toolCallWord({ id, status, durationMs }: ToolCallState, approvals: readonly OpenApproval[]): ToolCallWord {
  const isOver = status !== 'pending' && status !== 'running';
  if (!isOver && approvals.some(({ toolCallId }) => toolCallId === id)) return 'waiting';
  switch (status) {
    case 'pending':
      return 'asked';
    case 'running':
      return 'running';
    case 'success':
      return 'done';
    case 'error':
      return 'failed';
    case 'invalid':
      return 'unusable';
    case 'cancelled':
      // a call that a person refused has a result, one that was broken off has none
      return durationMs === undefined ? 'stopped' : 'refused';
    default:
      return status satisfies never;
  }
}

/** The agent that works inside a call; undefined for a program, which makes its own calls. */
export function workerOf({ worker }: Pick<ToolCallState, 'worker'>): AgentState | undefined {
  return worker?.agent === PROGRAM ? undefined : worker;
}

/** The agent that a call concerns: the one that works inside it, or the one that the conversation passes to. */
export function agentOf(call: Pick<ToolCallState, 'name' | 'args' | 'worker'>): string | undefined {
  const { name } = (call.args ?? {}) as { name?: unknown };
  if (call.name === HAND_OFF) return typeof name === 'string' ? name : undefined;
  return workerOf(call)?.agent;
}

/** The excerpt of a value too large for the log, and the reference to all of it, if it was stored. */
export type LargeValue = { readonly ref?: string; readonly chars: number; readonly excerpt: string };

/** The large value that a result stands for; undefined when it is the value itself. */
export function largeValueOf(result: unknown): LargeValue | undefined {
  if (typeof result !== 'object' || result === null) return undefined;
  const { ref, chars, excerpt, problem } = result as Record<string, unknown>;
  if (typeof chars !== 'number' || typeof excerpt !== 'string') return undefined;
  if (typeof ref === 'string') return { ref, chars, excerpt };
  return typeof problem === 'string' ? { chars, excerpt } : undefined;
}
