import type { RunApprovals } from './run-approvals.ts';
import type { RunBreakpoints } from './run-breakpoints.ts';

/**
 * What reaches a run from outside while it runs: decisions of people, and commands to continue from
 * breakpoints.
 */
export class RunSignals {
  readonly approvals: RunApprovals;
  readonly breakpoints: RunBreakpoints;

  constructor(approvals: RunApprovals, breakpoints: RunBreakpoints) {
    this.approvals = approvals;
    this.breakpoints = breakpoints;
  }

  /** The same approvals, and breakpoints of its own. */
  withBreakpoints(breakpoints: RunBreakpoints): RunSignals {
    return new RunSignals(this.approvals, breakpoints);
  }

  /**
   * Whether a node inside this container has a pending signal.
   * @param ended nodes that cannot apply it any more
   */
  hasPendingWithin(containerPath: string, ended: Pick<ReadonlyMap<string, unknown>, 'has'>): boolean {
    return this.approvals.hasPendingWithin(containerPath, ended) || this.breakpoints.hasPendingWithin(containerPath);
  }
}
