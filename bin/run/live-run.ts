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
  /** Hands over what a person at this terminal decided; resolves after the next `done`. Missing where others decide. */
  decide?(answers: readonly Answer[]): Promise<void>;
  /** Goes on from the breakpoints it stands at; resolves after the next `done`. Missing where that is another command's. */
  goOn?(how: { readonly step: boolean }): Promise<void>;
  /** What to do about a run that is left waiting, for people; whole lines. */
  describeWait(left: { readonly actionIds: readonly string[]; readonly breakpoints: readonly string[] }): string;
  /** Asks the run to end; its events go on to `done`. Rejects when nobody could be asked. */
  stop(): Promise<void>;
  /** Whether a model that answered was the labelled stand-in. */
  isDemoModel(name: string): Promise<boolean>;
};
