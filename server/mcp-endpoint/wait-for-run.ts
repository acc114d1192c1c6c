import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '#lib/api/client.ts';
import { isTerminal } from '#lib/run/run-status.ts';

const POLL_MS = 250;

/** The run once it ended or waits for a person, or as it is when the time is over. */
export async function waitForRun(
  api: Pick<Client, 'getRun'>,
  runId: string,
  { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
) {
  const until = performance.now() + waitMs;
  for (;;) {
    const { status, outputs, error, approvals, tokensUsed } = await api.getRun({ params: { id: runId } });
    const left = until - performance.now();
    if (isTerminal(status) || status === 'waiting' || left <= 0) return { runId, status, outputs, error, approvals, tokensUsed };
    await delay(Math.min(POLL_MS, left), undefined, { signal });
  }
}
