import { Runnable } from '@langchain/core/runnables';
import type { LangGraphRunnableConfig } from '@langchain/langgraph';

type Perform<State> = (config: LangGraphRunnableConfig, state: State) => unknown;

/**
 * A graph node as a plain Runnable. LangGraph would wrap a function in one of its own, with a second
 * callback run and an AsyncLocalStorage context for each step.
 */
export class StepRunnable<State = unknown> extends Runnable<State, unknown, LangGraphRunnableConfig> {
  lc_namespace = ['threadloom', 'engine'];
  readonly #perform: Perform<State>;
  readonly #isTraced: boolean;

  /** @param options `isTraced`: reports to callback handlers, as LangGraph does for nodes with writers */
  constructor(perform: Perform<State>, { isTraced }: { isTraced: boolean }) {
    super();
    this.#perform = perform;
    this.#isTraced = isTraced;
  }

  override async invoke(state: State, options: Partial<LangGraphRunnableConfig> = {}): Promise<unknown> {
    if (!this.#isTraced) return this.#perform(options as LangGraphRunnableConfig, state);
    const perform = async (input: State, config?: Partial<LangGraphRunnableConfig>) =>
      this.#perform(config as LangGraphRunnableConfig, input);
    return this._callWithConfig(perform, state, options);
  }
}
