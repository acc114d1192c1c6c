import { AsyncLocalStorage } from 'node:async_hooks';

/** `strangers`: visitors and anonymous requests. `credentials`: a key or sign-in was shown and is being looked up. */
export type LaneName = 'strangers' | 'credentials';

const lanes = new AsyncLocalStorage<RequestLane>();

/** Statements of requests in the same lane wait for each other before they wait for those of others. */
export class RequestLane {
  readonly #hasEnded: () => boolean;
  #name: LaneName | undefined;

  /**
   * @param name undefined for a member, a key or a signed request, whose statements wait for no lane
   * @param hasEnded whether the request has ended: what it began for others too, such as a timer, is then in no lane
   */
  constructor(name: LaneName | undefined, hasEnded = () => false) {
    this.#name = name;
    this.#hasEnded = hasEnded;
  }

  get name(): LaneName | undefined {
    return this.#hasEnded() ? undefined : this.#name;
  }

  /** Once it is known who sends the request. */
  change(name: LaneName | undefined): void {
    this.#name = name;
  }

  /** Serves the request. */
  run<T>(serve: () => T): T {
    return lanes.run(this, serve);
  }
}

/** Moves the request being served to another lane. */
export function changeLane(name: LaneName | undefined): void {
  lanes.getStore()?.change(name);
}

/** Begins what outlives a request, such as a run, whose events are stored with those of other runs. */
export function outsideLane<T>(begin: () => T): T {
  return lanes.exit(begin);
}

/** Of the request being served; undefined outside of requests too. */
export function currentLane(): LaneName | undefined {
  return lanes.getStore()?.name;
}
