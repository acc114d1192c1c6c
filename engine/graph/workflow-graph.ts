import { setMaxListeners } from 'node:events';
import {
  Annotation,
  type BaseCheckpointSaver,
  type CompiledStateGraph,
  END,
  type LangGraphRunnableConfig,
  START,
  StateGraph,
} from '@langchain/langgraph';
import type { Step } from '../plan/fuse-steps.ts';
import { addSteps, type GraphBuilder } from './add-steps.ts';
import { nameSteps } from './step-names.ts';
import { StepRunnable } from './step-runnable.ts';

type Values = Record<string, unknown>;
/** The channel of step results by node id, and of the run's id. */
const RUN_CHANNEL = 'threadloom';
type RunState = { readonly runId?: string; readonly nodes?: Values };
type State = Values & { readonly [RUN_CHANNEL]?: RunState };

const BEGIN = 'begin';
const FINISH = 'finish';

export type WorkflowGraph = CompiledStateGraph<Values, Values, string>;

type WorkflowGraphOptions = {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** Starts a run. @returns its id */
  readonly begin: (inputs: Values, config: LangGraphRunnableConfig) => Promise<string>;
  /** Runs a step of that run. @returns the results of its nodes */
  readonly runStep: (step: Step, runId: string, config: LangGraphRunnableConfig) => Promise<Values>;
  /** Ends that run. @returns its outputs */
  readonly finish: (runId: string, config: LangGraphRunnableConfig) => Promise<Values>;
  /** @defaultValue that of a graph around it */
  readonly checkpointer?: BaseCheckpointSaver | undefined;
};

/**
 * The LangGraph of a workflow: inputs and outputs are channels, steps are nodes between `begin` and
 * `finish`.
 */
export function makeWorkflowGraph(options: WorkflowGraphOptions): WorkflowGraph {
  const { name, steps, inputNames, outputNames, begin, runStep, finish, checkpointer } = options;
  const inputs = channelsOf(inputNames);
  const outputs = channelsOf(outputNames);
  const run = Annotation<RunState>({
    reducer: (all, some) => ({ ...all, ...some, nodes: { ...all.nodes, ...some.nodes } }),
    default: () => ({}),
  });
  const builder = new StateGraph({
    state: Annotation.Root({ ...inputs, ...outputs, [RUN_CHANNEL]: run }),
    input: Annotation.Root(inputs),
    output: Annotation.Root(outputs),
  }) as unknown as GraphBuilder & { compile(options: object): WorkflowGraph };
  const taken = [...inputNames, ...outputNames, RUN_CHANNEL];
  const [first, last] = [BEGIN, FINISH].map((id) => (taken.includes(id) ? `workflow ${id}` : id)) as [string, string];
  const runIdOf = (state: State) => state[RUN_CHANNEL]?.runId ?? '';
  builder.addNode(first, async (state: State, config) => {
    // LangGraph adds a listener for each task of a superstep, and Node warns from the eleventh on.
    if (config.signal) setMaxListeners(0, config.signal);
    const given = inputNames.flatMap((input) => (state[input] === undefined ? [] : [[input, state[input]] as const]));
    return { [RUN_CHANNEL]: { runId: await begin(Object.fromEntries(given), config) } };
  });
  builder.addNode(last, async (state: State, config) => {
    const values = await finish(runIdOf(state), config);
    // An output that is also the name of an input must not show the input.
    return Object.fromEntries(outputNames.map((output) => [output, values[output] ?? null]));
  });
  builder.addEdge(START, first);
  addSteps(builder, steps, {
    names: nameSteps(steps, [...taken, first, last]),
    first,
    last,
    makeNode: (step) =>
      new StepRunnable<State>(
        async (config, state) => ({ [RUN_CHANNEL]: { nodes: await runStep(step, runIdOf(state), config) } }),
        { isTraced: false },
      ),
  });
  builder.addEdge(last, END);
  return builder.compile({ name, ...(checkpointer && { checkpointer }) });
}

function channelsOf(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, Annotation<unknown>()]));
}
