import { ForwardingRunService } from '#lib/ports/forwarding-run-service.ts';
import type { RunService } from '#lib/ports/run-service.ts';

export type LoadedEngine = {
  readonly runs: RunService;
  /** How many runs of lost processes it resumed. */
  readonly resumed: number;
  close(): Promise<void>;
};

/** The engine, loaded at the first call: the server listens before the engine's modules are there. */
export class LazyRunService extends ForwardingRunService {
  readonly #load: () => Promise<LoadedEngine>;
  #loaded: Promise<LoadedEngine> | undefined;

  constructor(load: () => Promise<LoadedEngine>) {
    super(async () => (await this.load()).runs);
    this.#load = load;
  }

  load(): Promise<LoadedEngine> {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  async close(): Promise<void> {
    await (await this.#loaded)?.close();
  }
}
