import { END, type LangGraphRunnableConfig, START } from '@langchain/langgraph';
import type { Step } from '../plan/fuse-steps.ts';
import type { StepRunnable } from './step-runnable.ts';

/** A `StateGraph` whose node names are data. LangGraph's type requires all names before the first edge. */
export type GraphBuilder = {
  // biome-ignore lint/suspicious/noExplicitAny: the state is that of whichever graph is built.
  addNode(name: string, run: StepRunnable<any> | ((state: any, config: LangGraphRunnableConfig) => unknown)): void;
  addEdge(from: string | string[], to: string): void;
};

type Steps = {
  readonly names: ReadonlyMap<Step, string>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly makeNode: (step: Step) => StepRunnable<any>;
  /** The node before the first steps. @defaultValue START */
  readonly first?: string;
  /** The node after the last steps. @defaultValue END */
  readonly last?: string;
};

/** Adds one node for each step, and the edges between them. @returns the names of the first steps */
export function addSteps(
  graph: GraphBuilder,
  steps: readonly Step[],
  { names, makeNode, first = START, last = END }: Steps,
): string[] {
  const nameOf = (step: Step) => names.get(step) as string;
  const stepOf = new Map(steps.flatMap((step) => step.nodes.map((node) => [node.id, step] as const)));
  for (const step of steps) graph.addNode(nameOf(step), makeNode(step));
  const entries: string[] = [];
  const exits: string[] = [];
  for (const step of steps) {
    const sources = new Set(step.nodes.flatMap((node) => node.incoming.map((edge) => stepOf.get(edge.source))));
    sources.delete(step);
    sources.delete(undefined);
    const before = [...sources].map((source) => nameOf(source as Step));
    if (before.length === 0) entries.push(nameOf(step));
    // One edge from an array of sources is a join: the step starts once, when all have ended,
    // skipped ones included.
    graph.addEdge(before.length > 1 ? before : (before[0] ?? first), nameOf(step));
    const isExit = step.nodes.every((node) => node.outgoing.every((edge) => stepOf.get(edge.target) === step));
    if (isExit) exits.push(nameOf(step));
  }
  if (last === END) for (const exit of exits) graph.addEdge(exit, END);
  else graph.addEdge(exits.length > 1 ? exits : (exits[0] ?? first), last);
  return entries;
}
