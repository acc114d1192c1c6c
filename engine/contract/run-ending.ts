/** Reason of the signal of a run that is ending: `reason` is that of its end, such as `cancelled` or `worker_lost`. */
export class RunEnding extends DOMException {
  readonly reason: string;

  constructor(reason: string) {
    super(`The run is ending: ${reason}`, 'AbortError');
    this.reason = reason;
  }

  static is(value: unknown): value is RunEnding {
    return value instanceof RunEnding;
  }
}
