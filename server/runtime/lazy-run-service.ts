import type { RunService } from '#lib/ports/run-service.ts';

type Closable = RunService & { close(): Promise<void> };
export type LoadedEngine = { readonly engine: Closable /** Runs of a dead process that it took up. */; readonly resumed: number };

/** The engine behind a promise: the server listens before the engine's modules are loaded, and whoever needs a run waits for them once. */
export class LazyRunService implements RunService {
  readonly #load: () => Promise<LoadedEngine>;
  #loaded: Promise<LoadedEngine> | undefined;

  constructor(load: () => Promise<LoadedEngine>) {
    this.#load = load;
  }

  load(): Promise<LoadedEngine> {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  async start(run: Parameters<RunService['start']>[0]) {
    return (await this.load()).engine.start(run);
  }

  async readOutcome(runId: string) {
    return (await this.load()).engine.readOutcome(runId);
  }

  async plan(run: Parameters<RunService['plan']>[0]) {
    return (await this.load()).engine.plan(run);
  }

  async runNode(run: Parameters<RunService['runNode']>[0]) {
    return (await this.load()).engine.runNode(run);
  }

  async obey(runId: string, options: Parameters<RunService['obey']>[1]) {
    return (await this.load()).engine.obey(runId, options);
  }

  async takeUpDecisions(runId: string) {
    return (await this.load()).engine.takeUpDecisions(runId);
  }

  async close(): Promise<void> {
    if (this.#loaded) await (await this.#loaded).engine.close();
  }
}
