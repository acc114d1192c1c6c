import type { NodeError } from '#lib/run/run-event.ts';
import type { EndReason } from '#lib/run/run-status.ts';
import type { Ending, RunScope } from './run-context.ts';

/**
 * One pass of a container's body, as its nodes see it. A failure that none of them handles, or whoever stops the pass, ends the pass and not the run;
 * everything else is the run's.
 */
export class BodyScope implements RunScope {
  readonly signal: AbortSignal;
  readonly #outer: RunScope;
  readonly #abort = new AbortController();
  #ending: Ending | undefined;

  constructor(outer: RunScope, signal: AbortSignal) {
    this.#outer = outer;
    this.signal = AbortSignal.any([outer.signal, signal, this.#abort.signal]);
  }

  get ending(): Ending | undefined {
    return this.#ending ?? this.#outer.ending;
  }

  get isRunEnding(): boolean {
    return this.#outer.isRunEnding;
  }

  end(ending: Ending): void {
    if (this.ending) return;
    this.#ending = ending;
    this.#abort.abort(new DOMException(`The pass is ending: ${ending.reason}`, 'AbortError'));
  }

  fail(error: NodeError): void {
    this.end({ status: 'failed', reason: 'node_failed', error, nodeReason: 'body_failed' });
  }

  /** @param reason what its nodes are told that have not ended */
  stop(reason: EndReason): void {
    this.end({ status: 'cancelled', reason, nodeReason: reason });
  }

  get runId() {
    return this.#outer.runId;
  }
  get log() {
    return this.#outer.log;
  }
  get ports() {
    return this.#outer.ports;
  }
  get inputs() {
    return this.#outer.inputs;
  }
  get mode() {
    return this.#outer.mode;
  }
  get defaultModel() {
    return this.#outer.defaultModel;
  }
  get ledger() {
    return this.#outer.ledger;
  }
  get approvals() {
    return this.#outer.approvals;
  }
  get conversations() {
    return this.#outer.conversations;
  }
  get results() {
    return this.#outer.results;
  }
  get running() {
    return this.#outer.running;
  }
  get left() {
    return this.#outer.left;
  }
  get usage() {
    return this.#outer.usage;
  }
  set usage(usage) {
    this.#outer.usage = usage;
  }
  get llmCalls() {
    return this.#outer.llmCalls;
  }
  set llmCalls(calls) {
    this.#outer.llmCalls = calls;
  }
  get toolCalls() {
    return this.#outer.toolCalls;
  }
  set toolCalls(calls) {
    this.#outer.toolCalls = calls;
  }
  isWaiting(path: string) {
    return this.#outer.isWaiting(path);
  }
  decide(...decided: Parameters<RunScope['decide']>) {
    this.#outer.decide(...decided);
  }
  hold(path: string) {
    this.#outer.hold(path);
  }
  countStep(path: string) {
    return this.#outer.countStep(path);
  }
  mayCallModel(path: string) {
    return this.#outer.mayCallModel(path);
  }
  mayCallTool(path: string) {
    return this.#outer.mayCallTool(path);
  }
}
