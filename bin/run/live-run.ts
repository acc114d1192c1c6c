import type { RunPart } from '#lib/ports/run-service.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { Answer } from './ask-person.ts';
import type { InputValues } from './read-inputs.ts';

export type StartCall = {
  /** Valid in shape; where it runs decides about the rest. */
  readonly workflow: Workflow;
  readonly inputs: InputValues;
  /** @defaultValue all of it, without a stop */
  readonly part?: RunPart;
  /** Every event of the run, in order, the last one `done`; one that says `waiting` may come before. */
  readonly onEvent: (event: PublicEvent) => void;
};

/** A run that has been started, in this process or on a server. */
export type LiveRun = {
  readonly runId: string;
  /** Resolves after the first `done`. */
  readonly ended: Promise<void>;
  /**
   * Sends the decisions made at this terminal; resolves after the next `done`. Missing if decisions
   * are made elsewhere.
   */
  decide?(answers: readonly Answer[]): Promise<void>;
  /**
   * Continues from its breakpoints; resolves after the next `done`. Missing where another command
   * does that.
   */
  continueFrom?(how: { readonly step: boolean }): Promise<void>;
  /** Next steps for a run that keeps waiting, for people; whole lines. */
  describeWait(left: {
    readonly actionIds: readonly string[];
    readonly breakpoints: readonly string[];
    readonly resumesAt?: string | undefined;
  }): string;
  /** Stops the run; its events continue to `done`. Rejects when it could not be reached. */
  stop(): Promise<void>;
  /** Whether a model that answered was the labelled stand-in. */
  isDemoModel(name: string): Promise<boolean>;
};
