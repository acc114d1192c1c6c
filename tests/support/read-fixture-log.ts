import { readFileSync } from 'node:fs';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import type { RunEventType, StoredEvent } from '#lib/run/run-event.ts';
import { toPublicEvent } from '#lib/run/to-public-event.ts';

export type FixtureLog =
  | 'hello'
  | 'killed-and-resumed'
  | 'triage-failed'
  | 'every-type-v1'
  | 'tools-and-approval'
  | 'code-output'
  | 'plan'
  | 'forked';

/** A recorded log of `tests/fixtures/runs`, as read from the database. */
export function readFixtureLog(name: FixtureLog): StoredEvent[] {
  const text = readFileSync(new URL(`../fixtures/runs/${name}.events.ndjson`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((json) => {
      const { seq, type } = JSON.parse(json) as { seq: number; type: RunEventType };
      return { seq, type, json };
    });
}

/** The public events of the same log at level `full`. */
export function readPublicFixture(name: FixtureLog): PublicEvent[] {
  return readFixtureLog(name).flatMap((stored) => {
    const event = readStoredEvent(stored);
    return (event && toPublicEvent(event, { runId: 'run_1', level: 'full' })) ?? [];
  });
}
