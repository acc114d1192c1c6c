import type { RetrievalDetails } from '../run/retrieval.ts';
import type { ToolAppResult } from '../run/tool-app-result.ts';
import type { Source } from '../text/citation.ts';
import type { AnyToolDefinition } from '../tools/define-tool.ts';
import type { ToolSetting } from '../tools/tool-policy.ts';
import type { ModelMeter } from './model-meter.ts';
import type { WorkspaceId } from './run-store.ts';
import type { GuardedResponse } from './runtime.ts';

/** What a person said to a question of a call. */
export type AnswerOfPerson = {
  readonly status: 'confirmed' | 'rejected' | 'expired' | 'skipped';
  /** The value, where it was changed. */
  readonly args?: unknown;
  readonly comment?: string;
};

/** What a call of a sourced tool may do besides its own work. */
export type SourcedCall = {
  readonly workspaceId: WorkspaceId;
  readonly runId: string;
  readonly toolCallId: string;
  /** The same whenever this call is repeated. */
  readonly idempotencyKey: string;
  /** Aborts on stop and time limit. */
  readonly signal: AbortSignal;
  /** Of embedding models and rerankers that it asks. */
  readonly meter: ModelMeter;
  /** Shows how far the call is. Frequent calls are throttled. */
  onProgress(progress: { readonly message: string; readonly share?: number }): void;
  /**
   * Sends something at most once: a repeated call gets the stored result; with an unknown outcome a person decides.
   * @param request `key`: unique within the call; `name`: for people; `isRepeatable`: sending it twice does no harm
   */
  once<T>(
    request: {
      readonly key: string;
      readonly name: string;
      readonly isRepeatable: boolean;
      readonly fromPerson: (value: unknown) => T;
    },
    send: (idempotencyKey: string) => Promise<T>,
  ): Promise<T>;
  /** An answer that is no text as a file of the run; as a value where there is no folder for files. */
  keepFile(response: GuardedResponse): Promise<unknown>;
  /** Whether the run may call that tool: the list of a published version may lack it. */
  mayReach(toolId: string): boolean;
  /** Whether `signal` aborted because another process continues the run, which repeats the call there. */
  isHandedOver(): boolean;
  /**
   * Requests a value from a person.
   * @param question `key`: unique within the call, the same whenever it is repeated
   * @returns undefined until there is a decision: the call then returns `waiting`, and is repeated
   * with the decision
   */
  ask(question: {
    readonly key: string;
    readonly description: string;
    /** JSON Schema of the value; a form in the studio. */
    readonly schema: Readonly<Record<string, unknown>>;
    readonly value: unknown;
  }): AnswerOfPerson | undefined;
};

export type SourcedAnswer =
  | {
      readonly data: unknown;
      readonly summary: string;
      /** What of the answer was omitted or changed, and why. */
      readonly warnings?: readonly string[];
      /** What the data is from: it gets numbers by which a model cites it. */
      readonly sources?: readonly Source[];
      /** For the trace. */
      readonly retrieval?: RetrievalDetails;
      /** For the app that shows the result. */
      readonly app?: ToolAppResult;
    }
  /** A person has to answer first. */
  | 'waiting';

/** A tool that is not part of the build, such as one of an MCP server. */
export type SourcedTool = {
  readonly definition: AnyToolDefinition;
  /** Why it cannot be called now; undefined if it can. */
  readonly whyNot?: string | undefined;
  /** What the workspace says about it. */
  readonly setting?: ToolSetting;
  /** @throws {NodeFailure} for expected failures */
  readonly call: (input: Readonly<Record<string, unknown>>, call: SourcedCall) => Promise<SourcedAnswer>;
};

/** Where a workspace gets more tools from. */
export interface ToolSource {
  /**
   * All its tools by id, from memory or the database: never from the network. Cheap, since every run
   * asks. The same object as long as nothing has changed.
   */
  toolsOf(workspaceId: WorkspaceId): Promise<Readonly<Record<string, SourcedTool>>>;
}
