import type { ToolRegistry } from '#lib/tools/define-tool.ts';
import type { ToolHandlerRegistry } from './define-tool-handler.ts';

/** Tools that the caller of a run executes itself. */
export type CallerKit = {
  /** The nodes whose models may call them. */
  readonly nodeIds: ReadonlySet<string>;
  readonly definitions: ToolRegistry;
  readonly handlers: ToolHandlerRegistry;
  /** Whether the first answer of a model has to call a tool, or the tool of this id. */
  readonly must: boolean | string;
};
