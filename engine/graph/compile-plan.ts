import { setMaxListeners } from 'node:events';
import type { RunnableConfig } from '@langchain/core/runnables';
import { Annotation, StateGraph } from '@langchain/langgraph';
import type { NodeEnd } from '#lib/run/run-status.ts';
import type { Step } from '../plan/fuse-steps.ts';
import type { Plan } from '../plan/plan-workflow.ts';
import { addSteps, type GraphBuilder } from './add-steps.ts';
import { nameSteps } from './step-names.ts';

/** What a graph needs to know of the run it schedules. */
type ScheduledRun = {
  readonly signal: AbortSignal;
  readonly results: { readonly ended: ReadonlyMap<string, { readonly status: NodeEnd }> };
};
type Scheduling<Run> = {
  /** Runs the nodes of one step. What nodes throw is a result and no rejection. */
  readonly runStep: (step: Step, run: Run) => Promise<void> | undefined;
  /** The config of a run's invocations. */
  readonly configOf: (run: Run) => RunnableConfig;
};

const CHANNEL = 'ended';
/**
 * How each node ended. Values stay in the run's results and its log, so a superstep costs the same
 * whatever their size.
 */
const GraphState = Annotation.Root({
  // Written in place: no other code holds the object.
  [CHANNEL]: Annotation<Record<string, NodeEnd>>({ reducer: (all, some) => Object.assign(all, some), default: () => ({}) }),
});

/**
 * Compiles a plan to a StateGraph of one node a step. Each call of the result is one invocation of
 * the graph. It rejects only for internal errors, and may be called while an earlier call is in
 * progress, to resume suspended nodes.
 */
export function compilePlan<Run extends ScheduledRun>({ steps }: Plan, { runStep, configOf }: Scheduling<Run>) {
  const builder = new StateGraph(GraphState);
  addSteps(builder as unknown as GraphBuilder, steps, {
    names: nameSteps(steps, [CHANNEL]),
    async run(step, { configurable, signal }) {
      // LangGraph adds a listener for each task of a superstep, and Node warns from the eleventh on.
      if (signal) setMaxListeners(0, signal);
      const run = configurable?.run as Run;
      await runStep(step, run);
      const ended = step.nodes.map(({ id }) => [id, run.results.ended.get(id)?.status]);
      return { [CHANNEL]: Object.fromEntries(ended) };
    },
  });
  const graph = builder.compile();
  // LangGraph counts supersteps: at most one for each step of a DAG, and the start.
  const recursionLimit = steps.length + 5;
  return async (run: Run): Promise<void> => {
    const { configurable, ...config } = configOf(run);
    const invoke = (signal?: AbortSignal) =>
      graph.invoke({}, { ...config, configurable: { ...configurable, run }, recursionLimit, ...(signal && { signal }) });
    if (!run.signal.aborted) {
      try {
        await invoke(run.signal);
        return;
      } catch (error) {
        if (!run.signal.aborted) throw error;
      }
    }
    // An aborted invocation schedules nothing more. This one joins the nodes that still run and
    // ends the others.
    await invoke();
  };
}
