import type { RunIdentity } from '#lib/ports/run-store.ts';
import { type NewRunEvent, RUN_EVENT_VERSION, type RunEvent } from '#lib/run/run-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { Beginning } from './fork/read-beginning.ts';
import type { Committer } from './log/run-log.ts';
import { openRun, runStarted } from './open-run.ts';
import { restoreResults } from './restore/restore-results.ts';
import type { RunContext } from './scopes/run-context.ts';
import type { NodePorts } from './scopes/run-scope.ts';

type New = {
  readonly workflow: Workflow;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** @defaultValue a full run from the start */
  readonly beginning?: Beginning | undefined;
  /** Of the request that starts it. */
  readonly traceparent?: string | undefined;
};

/**
 * Opens a new run and logs its first events. Reused results of a fork are restored like those of an
 * earlier process.
 */
export function beginRun(
  identity: RunIdentity,
  { workflow, inputs, beginning, traceparent }: New,
  { ports, committer }: { ports: NodePorts; committer: Committer },
): RunContext {
  const reused = beginning?.reused ?? [];
  const first = runStarted(identity, inputs, { ...beginning?.part, traceparent });
  const restored = beginning && restoreResults(asLogged([first, ...reused.map(({ event }) => event)], ports.clock.now()));
  const found = { workflow, inputs, leaseToken: 1, lastSeq: 0, traceparent, ...(restored && { restored }) };
  const run = openRun(identity, found, { ports, committer });
  run.log.emit(first);
  for (const { event, row } of reused) run.log.emit(event, { row });
  return run;
}

/** The events as entries of a new log, numbered from 1. */
function asLogged(events: readonly NewRunEvent[], at: number): RunEvent[] {
  return events.map((event, index) => ({ seq: index + 1, at, v: RUN_EVENT_VERSION[event.type], ...event }) as RunEvent);
}
