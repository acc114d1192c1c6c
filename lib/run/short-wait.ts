import type { RunStatus } from './run-status.ts';

/** The longest wait for a time that a stream, which has keep-alives, stays open for, in milliseconds. */
export const STREAMED_WAIT_MS = 60_000;
/** The same of an answer in one piece: many clients and proxies give up after a minute without a byte. */
export const SILENT_WAIT_MS = 45_000;

type Waiting = {
  readonly status: RunStatus;
  readonly approvals?: readonly unknown[] | undefined;
  readonly breakpoints?: readonly unknown[] | undefined;
  /** When the first wait for a time ends, in ISO form. */
  readonly resumesAt?: string | undefined;
};

/** Whether a run waits for a time alone: no decision of anyone is missing. @returns when that is over */
export function waitsUntil({ status, approvals = [], breakpoints = [], resumesAt }: Waiting): string | undefined {
  return status === 'waiting' && approvals.length === 0 && breakpoints.length === 0 ? resumesAt : undefined;
}

/** Whether a request is answered after a wait instead of with it. @param nowMs when the wait began, or later */
export function isShortWait(waiting: Waiting, { nowMs, mostMs }: { readonly nowMs: number; readonly mostMs: number }): boolean {
  const until = waitsUntil(waiting);
  return until !== undefined && Date.parse(until) - nowMs <= mostMs;
}
