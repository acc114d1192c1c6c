import type { JsonSchema } from '../json/json-schema.ts';

/** The LangGraph graphs that the administrator's config lists, by name. */
export interface GraphRegistry {
  readonly names: readonly string[];
  /**
   * Imports its module at first use; a module that could not be loaded is tried again.
   * @throws {AppError} `graph-unusable` with the module and the reason
   */
  load(name: string): Promise<LoadedGraph>;
}

/** One graph. A thread is one execution of it; its checkpoints are in the database. */
export interface LoadedGraph {
  /** Keys of its input; empty schemas where the graph declares no types. */
  readonly inputSchema: JsonSchema;
  /** Keys of the state that an invocation returns. */
  readonly outputSchema: JsonSchema;
  /** @returns how far the thread is, by its last checkpoint */
  read(threadId: string): Promise<GraphThread>;
  /**
   * Runs the thread from its last checkpoint until it ends, is interrupted or fails. Each step is
   * stored before the next one starts.
   * @throws what a step, or the listener, throws; the reason of `signal`; {GraphStepLimit}
   */
  advance(thread: AdvanceGraph): Promise<void>;
}

export type GraphThread =
  | { readonly status: 'new' }
  /** `output`: plain JSON, as an invocation returns it. */
  | { readonly status: 'ended'; readonly output: unknown }
  /** Steps are to run, or wait for answers. */
  | { readonly status: 'open'; readonly interrupts: readonly GraphInterrupt[] };

/** A call of `interrupt()` that was not answered when its step last ran. */
export type GraphInterrupt = {
  /** Of this call: a later call in the same step has another one. */
  readonly id: string;
  /** What the step passed to `interrupt()`, as plain JSON. */
  readonly value: unknown;
  /** What its answer must fit, where the step declares it. */
  readonly answerSchema: JsonSchema | undefined;
  readonly step: GraphStep;
};

/** One execution of a node of the graph. */
export type GraphStep = {
  /** The same when it runs again after an interrupt or a crash. */
  readonly stepId: string;
  readonly name: string;
};

export type AdvanceGraph = {
  readonly threadId: string;
  /** `answers`: what `interrupt()` returns, by interrupt id. */
  readonly from: { readonly input: unknown } | { readonly answers: Readonly<Record<string, unknown>> } | 'checkpoint';
  /** Supersteps before it fails, as LangGraph's `recursionLimit`. */
  readonly maxSteps: number;
  readonly signal: AbortSignal;
  readonly listener: GraphListener;
};

/** Values are plain JSON. `within`: the step of the graph around a subgraph. */
export type GraphEvent =
  | { readonly kind: 'step-started'; readonly step: GraphStep; readonly within: GraphStep | undefined; readonly input: unknown }
  | {
      readonly kind: 'step-ended';
      readonly step: GraphStep;
      readonly within: GraphStep | undefined;
      readonly output: unknown;
      readonly error: string | undefined;
    }
  /** What a step passed to `config.writer`. */
  | { readonly kind: 'written'; readonly within: GraphStep | undefined; readonly value: unknown }
  | {
      readonly kind: 'model-started';
      readonly callId: string;
      readonly within: GraphStep | undefined;
      readonly provider: string;
      readonly modelId: string;
      readonly messages: readonly unknown[];
    }
  | { readonly kind: 'model-text'; readonly within: GraphStep | undefined; readonly text: string }
  | {
      readonly kind: 'model-ended';
      readonly callId: string;
      readonly within: GraphStep | undefined;
      readonly text: string;
      readonly finishReason: string;
      readonly promptTokens: number;
      readonly completionTokens: number;
      /** The model did not say how many tokens it used. */
      readonly isUsageUnknown: boolean;
      readonly error: string | undefined;
    };

export interface GraphListener {
  /** What it throws stops the graph. */
  on(event: GraphEvent): void;
  /** Before each call of a LangChain chat model; what it throws stops the graph. */
  beforeModelCall(): Promise<void>;
}

/** The graph took more supersteps than it may. */
export class GraphStepLimit extends Error {
  override readonly name = 'GraphStepLimit';
}
