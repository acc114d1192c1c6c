import { Annotation, END, type LangGraphRunnableConfig, START, StateGraph } from '@langchain/langgraph';
import type { NodeEnd } from '#lib/run/run-status.ts';
import type { Step } from '../plan/fuse-steps.ts';
import type { Plan } from '../plan/plan-workflow.ts';

/** What a graph needs to know of the run it schedules. */
type ScheduledRun = { readonly results: { readonly ended: ReadonlyMap<string, { readonly status: NodeEnd }> } };
/** Runs the nodes of one step; what nodes throw is a result and no rejection. */
type RunStep<Run> = (step: Step, run: Run) => Promise<void> | undefined;

/**
 * What LangGraph keeps between steps: how each node ended, and nothing else. Values stay in the run's results and its log, so a step costs the
 * same whatever they weigh. Written in place: no one else holds the object.
 */
const GraphState = Annotation.Root({
  ended: Annotation<Record<string, NodeEnd>>({ reducer: (all, some) => Object.assign(all, some), default: () => ({}) }),
});

/** LangGraph refuses some names for its nodes (`constructor`, those of channels); ours have a prefix. */
const nameOf = (step: Step) => `n_${step.id}`;

/**
 * Makes what runs every node of the plan. It rejects only for faults of our own. A plan of one step leaves LangGraph nothing to schedule: it is called as it is. May be run again while it runs: nodes that wait for a person, and what
 * depends on them, are passed over, and a later pass goes on with them once there is a decision.
 */
export function compilePlan<Run extends ScheduledRun>(plan: Plan, runStep: RunStep<Run>): (run: Run) => Promise<void> {
  const [only] = plan.steps;
  if (only && plan.steps.length === 1) return async (run) => runStep(only, run);
  const graph = buildGraph(plan, runStep);
  // LangGraph counts supersteps; every step of a DAG is in one of them, and the start is one more.
  const recursionLimit = plan.steps.length + 5;
  return async (run) => {
    await graph.invoke({ ended: {} }, { configurable: { run }, recursionLimit });
  };
}

function buildGraph<Run extends ScheduledRun>(plan: Plan, runStep: RunStep<Run>) {
  const graph = new StateGraph(GraphState) as unknown as DynamicGraph;
  const stepOf = new Map(plan.steps.flatMap((step) => step.nodes.map((node) => [node.id, step] as const)));
  for (const step of plan.steps) {
    graph.addNode(nameOf(step), async (_state, config) => {
      const run = config.configurable?.run as Run;
      await runStep(step, run);
      return { ended: Object.fromEntries(step.nodes.map((node) => [node.id, run.results.ended.get(node.id)?.status])) };
    });
  }
  for (const step of plan.steps) {
    const sources = new Set(step.nodes.flatMap((node) => node.incoming.map((edge) => stepOf.get(edge.source) as Step)));
    sources.delete(step);
    const names = [...sources].map(nameOf);
    // One edge from an array of sources is a join: the step starts once, when all of them are decided, skipped ones included.
    if (names.length === 0) graph.addEdge(START, nameOf(step));
    else graph.addEdge(names.length === 1 ? (names[0] as string) : names, nameOf(step));
    if (step.nodes.every((node) => node.outgoing.every((edge) => stepOf.get(edge.target) === step)))
      graph.addEdge(nameOf(step), END);
  }
  return graph.compile();
}

/** StateGraph with names that are data: its own type wants to know them all before the first edge. */
type DynamicGraph = {
  addNode(
    name: string,
    run: (
      state: typeof GraphState.State,
      config: LangGraphRunnableConfig,
    ) => Promise<{ ended: Record<string, NodeEnd | undefined> }>,
  ): void;
  addEdge(from: string | string[], to: string): void;
  compile(): { invoke(input: typeof GraphState.State, config: LangGraphRunnableConfig): Promise<unknown> };
};
