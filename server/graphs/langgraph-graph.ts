import { type BaseCheckpointSaver, Command, GraphRecursionError } from '@langchain/langgraph';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import {
  type AdvanceGraph,
  type GraphInterrupt,
  type GraphListener,
  GraphStepLimit,
  type GraphThread,
  type LoadedGraph,
} from '#lib/ports/graph-registry.ts';
import type { TypedGraph } from './graph-schemas.ts';
import { ModelCalls } from './model-calls.ts';
import { plainJson } from './plain-json.ts';
import { innermostStep } from './step-namespace.ts';

/** A compiled graph of any copy of LangGraph, as far as it is used here. */
export type CompiledGraph = TypedGraph & {
  checkpointer?: unknown;
  withConfig(config: object): CompiledGraph;
  getState(config: object, options?: object): Promise<StateSnapshot>;
  stream(input: unknown, config: object): Promise<AsyncIterable<unknown>>;
};

type StateSnapshot = {
  readonly values: unknown;
  readonly next: readonly string[];
  readonly config: { readonly configurable?: Readonly<Record<string, unknown>> };
  readonly tasks: readonly StateTask[];
};
type StateTask = {
  readonly id: string;
  readonly name: string;
  readonly interrupts?: readonly { readonly id?: string; readonly value?: unknown; readonly response_schema?: JsonSchema }[];
};

type GraphFacts = {
  readonly checkpointer: BaseCheckpointSaver;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
};

/** A graph of a module of the administrator, with checkpoints in our database. */
export class LangGraphGraph implements LoadedGraph {
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly #graph: CompiledGraph;

  /** The module keeps its own graph as it is: this one is a copy. */
  constructor(graph: CompiledGraph, { checkpointer, inputSchema, outputSchema }: GraphFacts) {
    this.inputSchema = inputSchema;
    this.outputSchema = outputSchema;
    this.#graph = graph.withConfig({});
    this.#graph.checkpointer = checkpointer;
  }

  async read(threadId: string): Promise<GraphThread> {
    const { values, next, config, tasks } = await this.#graph.getState({ configurable: { thread_id: threadId } });
    if (config.configurable?.checkpoint_id === undefined) return { status: 'new' };
    if (next.length === 0) return { status: 'ended', output: plainJson(this.#outputOf(values)) };
    return { status: 'open', interrupts: tasks.flatMap(interruptsOf) };
  }

  async advance({ threadId, from, maxSteps, signal, listener }: AdvanceGraph): Promise<void> {
    const stopping = new AbortController();
    const thrown: unknown[] = [];
    const guarded = stopOnThrow(listener, (error) => {
      thrown.push(error);
      stopping.abort(error);
    });
    const input = from === 'checkpoint' ? null : 'input' in from ? from.input : new Command({ resume: from.answers });
    try {
      const parts = await this.#graph.stream(input, {
        configurable: { thread_id: threadId },
        streamMode: ['tasks', 'custom'],
        subgraphs: true,
        durability: 'sync',
        recursionLimit: maxSteps,
        signal: AbortSignal.any([signal, stopping.signal]),
        callbacks: [new ModelCalls(guarded)],
      });
      for await (const part of parts) report(part, guarded);
    } catch (error) {
      if (thrown.length > 0) throw thrown[0];
      signal.throwIfAborted();
      if (error instanceof Error && (error instanceof GraphRecursionError || error.name === 'GraphRecursionError'))
        throw new GraphStepLimit(error.message, { cause: error });
      throw error;
    }
    if (thrown.length > 0) throw thrown[0];
  }

  /** As an invocation returns them. */
  #outputOf(values: unknown): unknown {
    const { outputChannels } = this.#graph;
    if (typeof values !== 'object' || values === null) return values;
    const named = values as Readonly<Record<string, unknown>>;
    if (typeof outputChannels === 'string') return named[outputChannels] ?? values;
    return Object.fromEntries(outputChannels.filter((key) => Object.hasOwn(named, key)).map((key) => [key, named[key]]));
  }
}

function interruptsOf({ id: stepId, name, interrupts = [] }: StateTask): GraphInterrupt[] {
  return interrupts.map(({ id, value, response_schema: answerSchema }) => ({
    id: id ?? stepId,
    value: plainJson(value),
    answerSchema,
    step: { stepId, name },
  }));
}

/** LangGraph continues with other steps when a handler of one throws, so the whole stream is stopped. */
function stopOnThrow(listener: GraphListener, onThrow: (error: unknown) => void): GraphListener {
  return {
    on(event) {
      try {
        listener.on(event);
      } catch (error) {
        onThrow(error);
        throw error;
      }
    },
    async beforeModelCall() {
      try {
        await listener.beforeModelCall();
      } catch (error) {
        onThrow(error);
        throw error;
      }
    },
  };
}

type TaskPart = {
  readonly id: string;
  readonly name: string;
  readonly input?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly interrupts?: readonly unknown[];
};

/** @param part `[namespace, mode, chunk]`: the stream has several modes and subgraphs */
function report(part: unknown, listener: GraphListener): void {
  const [namespace, mode, chunk] = part as [readonly string[], string, unknown];
  const within = innermostStep(namespace.at(-1));
  if (mode === 'custom') {
    listener.on({ kind: 'written', within, value: plainJson(chunk) });
    return;
  }
  const { id, name, result, error, interrupts = [], ...task } = chunk as TaskPart;
  const step = { stepId: id, name };
  if ('input' in task) listener.on({ kind: 'step-started', step, within, input: plainJson(task.input) });
  // A step that was interrupted runs again, from its start, with the answer.
  else if (interrupts.length === 0)
    listener.on({ kind: 'step-ended', step, within, output: plainJson(result), error: messageOf(error) });
}

function messageOf(error: unknown): string | undefined {
  if (error === undefined || error === null) return undefined;
  return typeof error === 'object' && 'message' in error ? String(error.message) : String(error);
}
