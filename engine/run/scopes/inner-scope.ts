import { setMaxListeners } from 'node:events';
import type { NodeError } from '#lib/run/run-event.ts';
import type { Ending, RunScope } from './run-context.ts';

/** A part of a run that may end alone; everything else is the run's. */
export abstract class InnerScope implements RunScope {
  readonly signal: AbortSignal;
  protected readonly outer: RunScope;
  readonly #abort = new AbortController();
  readonly #what: string;
  #ending: Ending | undefined;

  /** @param what ends, for the reason of its signal */
  constructor(outer: RunScope, what: string, signals: readonly AbortSignal[] = []) {
    this.outer = outer;
    this.#what = what;
    this.signal = AbortSignal.any([outer.signal, ...signals, this.#abort.signal]);
    // As on the run's own: every node in it listens.
    setMaxListeners(0, this.signal);
  }

  abstract get races(): RunScope['races'];
  abstract fail(...failed: Parameters<RunScope['fail']>): void;

  get ending(): Ending | undefined {
    return this.#ending ?? this.outer.ending;
  }

  get isRunEnding(): boolean {
    return this.outer.isRunEnding;
  }

  end(ending: Ending): void {
    if (this.ending) return;
    this.#ending = ending;
    this.#abort.abort(new DOMException(`${this.#what} is ending: ${ending.reason}`, 'AbortError'));
  }

  get runId() {
    return this.outer.runId;
  }
  get log() {
    return this.outer.log;
  }
  get ports() {
    return this.outer.ports;
  }
  get inputs(): RunScope['inputs'] {
    return this.outer.inputs;
  }
  get mode(): RunScope['mode'] {
    return this.outer.mode;
  }
  get defaultModel(): RunScope['defaultModel'] {
    return this.outer.defaultModel;
  }
  traceHeaders(...asked: Parameters<RunScope['traceHeaders']>) {
    return this.outer.traceHeaders(...asked);
  }
  get ledger() {
    return this.outer.ledger;
  }
  get approvals() {
    return this.outer.approvals;
  }
  get breakpoints(): RunScope['breakpoints'] {
    return this.outer.breakpoints;
  }
  get conversations(): RunScope['conversations'] {
    return this.outer.conversations;
  }
  get results() {
    return this.outer.results;
  }
  get running() {
    return this.outer.running;
  }
  get left() {
    return this.outer.left;
  }
  get usage() {
    return this.outer.usage;
  }
  set usage(usage) {
    this.outer.usage = usage;
  }
  get llmCalls() {
    return this.outer.llmCalls;
  }
  set llmCalls(calls) {
    this.outer.llmCalls = calls;
  }
  get toolCalls() {
    return this.outer.toolCalls;
  }
  set toolCalls(calls) {
    this.outer.toolCalls = calls;
  }
  isWaiting(path: string) {
    return this.outer.isWaiting(path);
  }
  decide(...decided: Parameters<RunScope['decide']>) {
    this.outer.decide(...decided);
  }
  hold(path: string) {
    this.outer.hold(path);
  }
  failRun(error: NodeError) {
    this.outer.failRun(error);
  }
  countStep(path: string) {
    return this.outer.countStep(path);
  }
  findLimitHit(...asked: Parameters<RunScope['findLimitHit']>) {
    return this.outer.findLimitHit(...asked);
  }
  get limits() {
    return this.outer.limits;
  }
}
