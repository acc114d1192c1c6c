import type { PlannedCall } from '#engine/plan/plan-node.ts';
import { RunBreakpoints } from '../approvals/run-breakpoints.ts';
import { BodyScope } from './body-scope.ts';
import type { RunScope } from './run-context.ts';

type Call = {
  readonly path: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly planned: PlannedCall;
};

/** Another workflow inside of a run: it has inputs and conversations of its own, and pins, which are for who works on that workflow, do not count. */
export class CallScope extends BodyScope {
  readonly #call: Call;
  readonly #none = new RunBreakpoints(this.log);

  constructor(outer: RunScope, signal: AbortSignal, call: Call) {
    super(outer, signal);
    this.#call = call;
  }

  /** It is stepped over: breakpoints are for who works on the workflow that calls it. */
  override get breakpoints() {
    return this.#none;
  }

  override get inputs() {
    return this.#call.inputs;
  }
  override get mode() {
    return 'deployed' as const;
  }
  override get defaultModel() {
    return this.#call.planned.defaultModel ?? this.outer.defaultModel;
  }
  override get conversations() {
    return this.outer.conversations.within(this.#call.path);
  }
}
