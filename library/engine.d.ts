import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { BaseCheckpointSaver, CompiledStateGraph } from '@langchain/langgraph';

type Values = Record<string, unknown>;

export type CompileOptions = {
  /**
   * AI SDK models by the names that the workflow uses, the first of them `default`.
   * @defaultValue the demo model
   */
  readonly models?: Readonly<Record<string, LanguageModelV4>>;
  /** Tool definitions and their handlers, by id, and what tools may use. @defaultValue the built-in tools */
  readonly tools?: Readonly<Record<string, unknown>>;
  /**
   * Where runs are stored: an implementation of `lib/ports/run-store.ts`.
   * @defaultValue in memory, until they end
   */
  readonly store?: unknown;
  readonly clock?: { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> };
  /** Approvals interrupt the graph, which needs a checkpointer. @defaultValue that of the graph around it */
  readonly checkpointer?: BaseCheckpointSaver;
};

/** How an interrupted graph is resumed: `new Command({ resume: { [actionId]: { confirmed: true } } })`. */
export type ResumeValue = Readonly<
  Record<string, { readonly confirmed: boolean; readonly args?: unknown; readonly comment?: string }>
>;

/**
 * Compiles a workflow document to a LangGraph graph. Its input is the workflow's inputs, its output
 * the workflow's outputs. Streams `updates` (a step's nodes) and `custom` (run events). Rejects
 * with code `workflow-invalid`.
 */
export function compileWorkflow(document: unknown, options?: CompileOptions): Promise<CompiledStateGraph<Values, Values, string>>;
