import { setMaxListeners } from 'node:events';
import type { NodeError } from '#lib/run/run-event.ts';
import type { WorkTime } from '../limits/work-time.ts';
import type { RunSignals } from '../signals/run-signals.ts';
import type { RaceScope } from './race-scope.ts';
import type { Ending, RunScope, WorkflowContext } from './run-scope.ts';

/** Fields that an inner scope overrides; the rest is inherited from the outer scope. */
type Own = {
  /** What ends, for the reason of its signal. */
  readonly name: string;
  readonly races?: Map<string, RaceScope>;
  readonly signals?: RunSignals;
  readonly workflow?: WorkflowContext;
  readonly work?: WorkTime;
  /** Aborts the scope, too. */
  readonly stop?: AbortSignal;
};

/** A part of a run that may end alone. */
export abstract class InnerScope implements RunScope {
  readonly runId;
  readonly log;
  readonly results;
  readonly limits;
  readonly ledger;
  readonly trace;
  readonly ports;
  readonly root;
  readonly signals: RunSignals;
  readonly workflow: WorkflowContext;
  readonly work: WorkTime;
  readonly races: Map<string, RaceScope>;
  readonly signal: AbortSignal;
  protected readonly outer: RunScope;
  readonly #abort = new AbortController();
  readonly #name: string;
  #ending: Ending | undefined;

  constructor(outer: RunScope, { name, races, signals, workflow, work, stop }: Own) {
    this.outer = outer;
    this.#name = name;
    this.runId = outer.runId;
    this.log = outer.log;
    this.results = outer.results;
    this.limits = outer.limits;
    this.ledger = outer.ledger;
    this.trace = outer.trace;
    this.ports = outer.ports;
    this.root = outer.root;
    this.signals = signals ?? outer.signals;
    this.workflow = workflow ?? outer.workflow;
    this.work = work ?? outer.work;
    this.races = races ?? outer.races;
    this.signal = AbortSignal.any([outer.signal, ...(stop ? [stop] : []), this.#abort.signal]);
    // Every node of the scope listens.
    setMaxListeners(0, this.signal);
  }

  abstract fail(error: NodeError): void;

  get ending(): Ending | undefined {
    return this.#ending ?? this.outer.ending;
  }

  end(ending: Ending): void {
    if (this.ending) return;
    this.#ending = ending;
    this.#abort.abort(new DOMException(`${this.#name} is ending: ${ending.reason}`, 'AbortError'));
  }
}
