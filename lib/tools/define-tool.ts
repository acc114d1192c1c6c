import type { z } from 'zod';
import type { NodeEffects } from '../node-kit/define-node.ts';

/** What a call may do at worst. `low` runs, `medium` asks and may be remembered, `high` asks every time. */
export type ToolRisk = 'low' | 'medium' | 'high';

export const toolGroups = ['web', 'files', 'time', 'agents', 'results', 'code'] as const;
export type ToolGroup = (typeof toolGroups)[number];

/** What a tool works on and a server may have or not have. */
export type ToolService = 'search' | 'files' | 'sandbox';

/** Depends on the arguments where one tool does harmless and harmful things, as an HTTP request does. */
type ByInput<Input, T> = T | ((input: Input) => T);

export type ToolDefinition<Id extends string = string, Input extends z.ZodObject = z.ZodObject> = {
  /** As models and documents name it: `read_url`. */
  readonly id: Id;
  readonly title: string;
  /** Other names people may use, by language tag. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** For the model: what it does, when to use it, what it gives. */
  readonly description: string;
  readonly group: ToolGroup;
  /** A strict object, so that an argument nobody knows is told to the caller instead of being dropped. */
  readonly input: Input;
  readonly output: z.ZodType;
  /** Without it the tool is not enabled. */
  readonly needs?: ToolService;
  readonly risk: ByInput<z.output<Input>, ToolRisk>;
  /** Asks every time, whatever the risk. */
  readonly needsApproval?: boolean;
  readonly scope: 'workspace' | 'session' | 'tab';
  /** A hint for whoever plans: what a call costs in money or time. */
  readonly cost?: 'free' | 'low' | 'high';
  readonly effects: ByInput<z.output<Input>, NodeEffects>;
  /** Whether a call may be made again when a crash left open whether it happened. @defaultValue true unless `effects` is `write` */
  readonly isRepeatable?: ByInput<z.output<Input>, boolean>;
  /** What a call with these arguments does, for the person who is asked about it: `POST https://…`. @defaultValue the title */
  readonly describe?: (input: z.output<Input>) => string;
  /** Its data is a piece of something stored: it is handed on as it is, however large. */
  readonly isExcerpt?: boolean;
  /** For how long one call may run, in milliseconds. */
  readonly timeoutMs: number;
};
// biome-ignore lint/suspicious/noExplicitAny: a definition of any input; parsing gives the right one
export type AnyToolDefinition = ToolDefinition<string, any>;
export type ToolRegistry = Readonly<Record<string, AnyToolDefinition>>;
export type ToolInput<Tool extends AnyToolDefinition> = z.output<Tool['input']>;
export type ToolOutput<Tool extends AnyToolDefinition> = z.output<Tool['output']>;

/** A tool as data. Its handler lies in `engine/tool-handlers/<id>.handler.ts`; both registries are generated. */
export function defineTool<const Id extends string, Input extends z.ZodObject, Output extends z.ZodType>(
  tool: ToolDefinition<Id, Input> & { readonly output: Output },
): ToolDefinition<Id, Input> & { readonly output: Output } {
  return tool;
}
