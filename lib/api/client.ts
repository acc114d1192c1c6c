import type { PublicEvent } from '../run/public-event.ts';
import type { Method } from './call-operation.ts';
import { type Contracts, contracts } from './contracts.gen.ts';
import { makeMethods } from './make-methods.ts';
import type { ClientOptions } from './send-request.ts';
import { type StreamEventsOptions, streamEvents } from './stream-events.ts';

export type { ClientOptions } from './send-request.ts';

/**
 * One method per operation, named like its contract; each rejects with an `ApiError`. Starts of
 * runs are retried under one Idempotency-Key when there is no response; with a key of the caller
 * they are sent once.
 */
export type Client = { readonly [Name in keyof Contracts]: Method<Contracts[Name]> } & {
  /**
   * The events of a run in order, without gaps or repeats. Ends after `done`: when the run ends or,
   * without `isFollowing`, when it waits. Reconnects after the last event; only a 4xx or the signal
   * ends it early. Leaving the loop does not stop the run.
   */
  streamEvents(runId: string, options?: StreamEventsOptions): AsyncGenerator<PublicEvent, void, undefined>;
};

/** The API client of the CLI and the tests. Responses are validated against their contracts. */
export function makeClient(options: ClientOptions): Client {
  return { ...makeMethods(options, contracts), streamEvents: (runId, stream) => streamEvents(options, runId, stream) };
}
