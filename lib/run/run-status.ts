import { z } from 'zod';

export { isTerminal, terminalStatuses } from './is-terminal.ts';

/** One vocabulary everywhere: API, log, database, canvas. */
export const runStatusSchema = z.enum(['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled']);
export type RunStatus = z.output<typeof runStatusSchema>;

/** How a node ends in one scope instance. `skipped` never started; `cancelled` started and was stopped. */
export const nodeEndSchema = z.enum(['succeeded', 'failed', 'skipped', 'cancelled']);
export type NodeEnd = z.output<typeof nodeEndSchema>;

/** Why a run or node ended as it did, where the status alone does not say it. */
export const endReasonSchema = z.enum([
  'step_limit_reached',
  'token_limit_reached',
  'cost_limit_reached',
  'budget_exceeded',
  'max_iterations_reached',
  'tool_call_limit_reached',
  'timed_out',
  'stopped',
  'run_failed',
  'run_cancelled',
  'no_live_input',
  'disabled',
  'pinned',
  'continued',
  'worker_lost',
  'node_failed',
  'rejected',
  'expired',
  'body_failed',
  'lost_race',
  'effect_skipped',
  'given',
]);
export type EndReason = z.output<typeof endReasonSchema>;
