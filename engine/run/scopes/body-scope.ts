import type { NodeError } from '#lib/run/run-event.ts';
import type { EndReason } from '#lib/run/run-status.ts';
import { InnerScope } from './inner-scope.ts';
import type { RaceScope } from './race-scope.ts';
import type { RunScope } from './run-context.ts';

/** One pass of a container's body, as its nodes see it. A failure that none of them handles, or whoever stops the pass, ends the pass and not the run. */
export class BodyScope extends InnerScope {
  readonly races = new Map<string, RaceScope>();

  constructor(outer: RunScope, signal: AbortSignal) {
    super(outer, 'The pass', [signal]);
  }

  fail(error: NodeError): void {
    this.end({ status: 'failed', reason: 'node_failed', error, nodeReason: 'body_failed' });
  }

  /** @param reason what its nodes are told that have not ended */
  stop(reason: EndReason): void {
    this.end({ status: 'cancelled', reason, nodeReason: reason });
  }
}
