import type { PublicEvent } from '#lib/run/public-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { InputValues } from './read-inputs.ts';

export type StartCall = {
  /** Valid in shape; where it runs decides about the rest. */
  readonly workflow: Workflow;
  readonly inputs: InputValues;
  /** Every event of the run, in order, the last one `done`. */
  readonly onEvent: (event: PublicEvent) => void;
};

/** A run that has been started, in this process or on a server. */
export type LiveRun = {
  readonly runId: string;
  /** Resolves after `done`. */
  readonly ended: Promise<void>;
  /** Asks the run to end; its events go on to `done`. Rejects when nobody could be asked. */
  stop(): Promise<void>;
  /** Whether a model that answered was the labelled stand-in. */
  isDemoModel(name: string): Promise<boolean>;
};
