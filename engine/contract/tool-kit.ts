import type { Commands } from '#lib/ports/commands.ts';
import type { DatabaseClient } from '#lib/ports/database-client.ts';
import type { DocumentReader } from '#lib/ports/document-reader.ts';
import type { DocumentWriter } from '#lib/ports/document-writer.ts';
import type { Knowledge } from '#lib/ports/knowledge.ts';
import type { Mailer } from '#lib/ports/mailer.ts';
import type { RunStore } from '#lib/ports/run-store.ts';
import type { Sandbox } from '#lib/ports/sandbox.ts';
import type { SessionTabs } from '#lib/ports/session-tabs.ts';
import type { Skills } from '#lib/ports/skills.ts';
import type { ToolSource } from '#lib/ports/tool-source.ts';
import type { UserMemory } from '#lib/ports/user-memory.ts';
import type { ValueStore } from '#lib/ports/value-store.ts';
import type { WebSearch } from '#lib/ports/web-search.ts';
import type { WorkflowLibrary } from '#lib/ports/workflow-library.ts';
import type { WorkspaceFiles } from '#lib/ports/workspace-files.ts';
import type { ToolCatalogue } from '#lib/tools/tool-catalogue.ts';
import type { CallerKit } from './caller-kit.ts';
import type { ToolHandlerRegistry } from './define-tool-handler.ts';

/** Every tool a run may use, what an administrator says about them, and what they work with. */
export type ToolKit = ToolCatalogue & {
  readonly handlers: ToolHandlerRegistry;
  /** Of the caller of the run. @defaultValue none */
  readonly caller?: CallerKit;
  /** Where workspaces get more tools from. */
  readonly source?: ToolSource | undefined;
  /** Results that are too large for a conversation. */
  readonly payloads: Pick<RunStore, 'savePayload' | 'readPayload'>;
  /** Saved workflows of the workspace. */
  readonly workflows?: WorkflowLibrary | undefined;
  /** Knowledge bases of the workspace, to write to; to search them there are tools. */
  readonly knowledge?: Knowledge | undefined;
  /** Long-term memory of the users of workflows. */
  readonly userMemory?: UserMemory | undefined;
  /** Values of the workspace between runs. */
  readonly values?: ValueStore | undefined;
  /** Tabs of the pages that show conversations. */
  readonly tabs?: SessionTabs | undefined;
  readonly databases?: DatabaseClient | undefined;
  readonly mail?: Mailer | undefined;
  /** Skills of the workspace; undefined where there are none. */
  readonly skills?: Skills | undefined;
  readonly files?: WorkspaceFiles | undefined;
  readonly search?: WebSearch | undefined;
  /** Undefined where no program is allowed. */
  readonly commands?: Commands | undefined;
  /** Reads PDF, Office and other documents. */
  readonly documents?: DocumentReader | undefined;
  /** Writes PDF and Office documents. */
  readonly documentWriter?: DocumentWriter | undefined;
  /** Runs untrusted code, for tools and for the node type `code`. */
  readonly sandbox?: Sandbox | undefined;
  /** What `code_execute` may call. Set by the administrator, never by the arguments of a model. */
  readonly codeHosts: readonly string[];
  /** Values that the operator lets nodes grant to code, by name. */
  readonly codeEnvironment: Readonly<Record<string, string>>;
};
