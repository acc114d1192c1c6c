import type { NodeError } from '#lib/run/run-event.ts';
import type { EndReason } from '#lib/run/run-status.ts';
import type { WorkTime } from '../limits/work-time.ts';
import type { RunSignals } from '../signals/run-signals.ts';
import { InnerScope } from './inner-scope.ts';
import type { RunScope, WorkflowContext } from './run-scope.ts';

type Own = { readonly work: WorkTime; readonly signals?: RunSignals; readonly workflow?: WorkflowContext };

/**
 * One iteration of a container's body. An unhandled failure in it, or its stop, ends the iteration
 * and not the run.
 */
export class IterationScope extends InnerScope {
  constructor(outer: RunScope, stop: AbortSignal, own: Own) {
    super(outer, { name: 'The iteration', races: new Map(), stop, ...own });
  }

  fail(error: NodeError): void {
    this.end({ status: 'failed', reason: 'node_failed', error, nodeReason: 'body_failed' });
  }

  /** @param reason that of its nodes that have not ended */
  stop(reason: EndReason): void {
    this.end({ status: 'cancelled', reason, nodeReason: reason });
  }
}
