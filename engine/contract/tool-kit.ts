import type { RunStore } from '#lib/ports/run-store.ts';
import type { Sandbox } from '#lib/ports/sandbox.ts';
import type { WebSearch } from '#lib/ports/web-search.ts';
import type { WorkspaceFiles } from '#lib/ports/workspace-files.ts';
import type { ToolCatalogue } from '#lib/tools/tool-catalogue.ts';
import type { ToolHandlerRegistry } from './define-tool-handler.ts';

/** Every tool a run may use, what an administrator says about them, and what they work with. */
export type ToolKit = ToolCatalogue & {
  readonly handlers: ToolHandlerRegistry;
  /** Results that are too large for a conversation. */
  readonly payloads: Pick<RunStore, 'savePayload' | 'readPayload'>;
  readonly files: WorkspaceFiles | undefined;
  readonly search: WebSearch | undefined;
  /** Where code runs that nobody vouches for; the node type `code` asks for it too. */
  readonly sandbox: Sandbox | undefined;
  /** What `code_execute` may call; its arguments, which are a model's, never say so. */
  readonly codeHosts: readonly string[];
  /** Values that the operator lets nodes grant to code, by name. */
  readonly codeEnvironment: Readonly<Record<string, string>>;
};
