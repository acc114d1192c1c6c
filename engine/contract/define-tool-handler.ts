import type { MemoryChange } from '#lib/run/memory.ts';
import type { RetrievalDetails } from '#lib/run/retrieval.ts';
import type { ToolAppResult } from '#lib/run/tool-app-result.ts';
import type { Citation, Source } from '#lib/text/citation.ts';
import type { AnyToolDefinition, ToolInput, ToolOutput } from '#lib/tools/define-tool.ts';
import type { ExecutorContext } from './define-executor.ts';

/** What a tool may touch: what its node may, within one call. */
export type ToolContext = ExecutorContext & {
  readonly toolCallId: string;
  /** The same whenever this call is repeated, for a server that recognises a repetition by it. */
  readonly idempotencyKey: string;
  /** Ids of the tools that its caller may call; every enabled one when undefined. */
  readonly offered: readonly string[] | undefined;
};

export type ToolAnswer<Data = unknown> = {
  readonly data: Data;
  /** One line for people and logs. */
  readonly summary: string;
  /** What of the answer was omitted or changed, and why: for models and people. */
  readonly warnings?: readonly string[];
  /** Pages that the data is from: they get numbers by which a model cites them. */
  readonly sources?: readonly Source[];
  /** The numbered sources that the texts of the data cite as `[n]`, of an agent's own answer. */
  readonly citations?: readonly Citation[];
  /** What a search looked at, for the trace. */
  readonly retrieval?: RetrievalDetails;
  /** The whole result, for the app of an MCP server that shows it. */
  readonly app?: ToolAppResult;
  /** What the caller adds to the memory of the run. */
  readonly memory?: MemoryChange;
};

export type ToolHandler<Input = unknown, Data = unknown> = {
  (call: { input: Input; context: ToolContext }): Promise<ToolAnswer<Data>>;
  /**
   * Whether a call that waits for a person could be made, as far as it can be known before.
   * @throws {NodeFailure} why not
   */
  check?: ((call: ToolCheck<Input>) => Promise<void>) | undefined;
};
/** What a check may use: it reads, and changes nothing. */
export type CheckContext = Pick<ToolContext, 'tools' | 'workspaceId' | 'signal' | 'toolSlots' | 'credentialOf' | 'offered'>;
type ToolCheck<Input = unknown> = {
  readonly input: Input;
  readonly context: CheckContext;
};

/** Each entry loads its handler's module at first use. */
export type ToolHandlerRegistry = Readonly<Record<string, () => Promise<{ default: ToolHandler<never> }>>>;

/**
 * The code of a tool.
 * @throws {NodeFailure} for expected failures: model or node get its message and hint; `path` names
 * the argument at fault
 * @param options `check`: see `ToolHandler`
 */
export function defineToolHandler<Tool extends AnyToolDefinition>(
  _tool: Tool,
  handle: (call: { input: ToolInput<Tool>; context: ToolContext }) => Promise<ToolAnswer<ToolOutput<Tool>>>,
  { check }: Pick<ToolHandler<ToolInput<Tool>>, 'check'> = {},
): ToolHandler<ToolInput<Tool>, ToolOutput<Tool>> {
  return check ? Object.assign(handle, { check }) : handle;
}
