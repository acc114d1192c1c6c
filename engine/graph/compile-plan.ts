import { setMaxListeners } from 'node:events';
import type { RunnableConfig } from '@langchain/core/runnables';
import { Annotation, Command, type LangGraphRunnableConfig, StateGraph } from '@langchain/langgraph';
import type { NodeEnd } from '#lib/run/run-status.ts';
import type { Step } from '../plan/fuse-steps.ts';
import type { Plan } from '../plan/plan-workflow.ts';
import { addSteps, type GraphBuilder } from './add-steps.ts';
import { nameSteps } from './step-names.ts';
import { StepRunnable } from './step-runnable.ts';

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
  const names = nameSteps(steps, [CHANNEL]);
  const last = new Set(steps.filter(isLast));
  const entries = addSteps(builder as unknown as GraphBuilder, steps, {
    names,
    makeNode: (step) => new StepRunnable((config) => perform(step, config), { isTraced: last.has(step) }),
  });
  const isWide = steps.length > 10;

  async function perform(step: Step, { configurable, signal }: LangGraphRunnableConfig) {
    // LangGraph adds a listener for each task of a superstep, and Node warns from the eleventh on.
    if (signal && isWide) setMaxListeners(0, signal);
    const run = configurable?.run as Run;
    await runStep(step, run);
    if (last.has(step)) return {};
    const ended = step.nodes.map(({ id }) => [id, run.results.ended.get(id)?.status]);
    return { [CHANNEL]: Object.fromEntries(ended) };
  }

  // LangGraph's type requires the names of nodes.
  const graph = builder.compile() as unknown as DynamicGraph;
  for (const step of steps) dropUnusedWriters(graph.nodes[names.get(step) as string], { isLast: last.has(step) });
  // LangGraph counts supersteps: at most one for each step of a DAG, and the start.
  const recursionLimit = steps.length + 5;
  return async (run: Run): Promise<void> => {
    const { configurable, ...config } = configOf(run);
    // Straight to the first steps: the superstep of START would only copy an empty input, at a third of
    // the cost of a short run.
    const invoke = (signal?: AbortSignal) =>
      readToEnd(
        graph._streamIterator(new Command({ goto: entries }), {
          ...config,
          configurable: { ...configurable, run },
          recursionLimit,
          // Nothing reads what the graph would return.
          streamMode: 'custom',
          ...(signal && { signal }),
        }),
      );
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

function isLast({ nodes }: Step): boolean {
  const inside = new Set(nodes.map(({ id }) => id));
  return nodes.every(({ outgoing }) => outgoing.every(({ target }) => inside.has(target)));
}

async function readToEnd(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}

type DynamicGraph = {
  readonly nodes: Readonly<Record<string, GraphNode>>;
  /** One invocation. `invoke` reads the same through two streams, which takes a tenth of a short run. */
  _streamIterator(input: Command, config: RunnableConfig & { readonly streamMode: 'custom' }): AsyncIterable<unknown>;
};
type GraphNode = { readonly writers: { readonly name?: string }[] };

/**
 * Writers run after a node: one for its state update, one for each edge, one for a returned
 * `Command`. Steps return no `Command`, and nothing reads the update of a last step. Together these
 * writers take a third of a short run.
 */
function dropUnusedWriters(node: GraphNode | undefined, { isLast }: { isLast: boolean }): void {
  if (isLast) node?.writers.splice(0);
  const index = node?.writers.findIndex(({ name }) => name === '<branch_run>') ?? -1;
  if (index >= 0) node?.writers.splice(index, 1);
}
