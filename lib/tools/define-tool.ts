import type { z } from 'zod';
import type { JsonSchema } from '../json/json-schema.ts';
import type { NodeEffects } from '../node-kit/define-node.ts';
import type { ToolReach } from '../node-kit/node-reach.ts';

/** The approval that a call needs: `low` none, `medium` one that a run may remember, `high` one for each call. */
export type ToolRisk = 'low' | 'medium' | 'high';

export const toolGroups = [
  'web',
  'files',
  'time',
  'agents',
  'results',
  'code',
  'memory',
  'mcp',
  'a2a',
  'services',
  'workflows',
  'knowledge',
  'published',
  'modules',
  'skills',
] as const;
export type ToolGroup = (typeof toolGroups)[number];

/** What a tool may require, and not every server has. */
export type ServerCapability = 'search' | 'files' | 'sandbox' | 'commands' | 'workflows';

/** A function of the arguments for tools with harmless and harmful calls, such as HTTP requests. */
type ByInput<Input, T> = T | ((input: Input) => T);

export type ToolDefinition<Id extends string = string, Input extends z.ZodObject = z.ZodObject> = {
  /** Id in prompts and documents: `read_url`. */
  readonly id: Id;
  readonly title: string;
  /** Names that are accepted instead of the id, by language tag. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** For the model: what the tool does, when to use it, what it returns. */
  readonly description: string;
  readonly group: ToolGroup;
  /** A strict object, so that unknown arguments are errors instead of being dropped. */
  readonly input: Input;
  readonly output: z.ZodType;
  /** Instead of `input` for a tool of which only the JSON Schema is known; its root is an object. */
  readonly inputSchema?: JsonSchema;
  /** Instead of `output`. */
  readonly outputSchema?: JsonSchema;
  /** Hosts that its calls reach, whatever their arguments. */
  readonly hosts?: readonly string[];
  /**
   * What executes it, where that is not this build: `mcp docs https://mcp.example.com`, `module search ./search.mjs`. A
   * published version lists it, and its runs refuse a tool of the same id from another server.
   */
  readonly server?: string;
  /** The tool service of the workspace that it is from. */
  readonly service?: { readonly id: string; readonly title: string };
  /** A tool with fixed arguments, as a node offers it to its model. `bindTool` makes one. */
  readonly bound?: { readonly base: AnyToolDefinition; readonly with: Readonly<Record<string, unknown>> };
  /** The tool is disabled without it. */
  readonly requires?: ServerCapability;
  readonly risk: ByInput<z.output<Input>, ToolRisk>;
  /** Needs an approval for every call, whatever its risk. */
  readonly needsApproval?: boolean;
  /**
   * `session`: needs the conversation, so sub-agents do not get it. `tab`: needs the browser page that shows
   * the conversation, too.
   */
  readonly scope: 'workspace' | 'session' | 'tab';
  /** Cost of a call in money or time: above the `maxToolCost` of a caller, the tool is disabled. @defaultValue low */
  readonly cost?: 'free' | 'low' | 'high';
  readonly effects: ByInput<z.output<Input>, NodeEffects>;
  /** What its calls may reach, besides what its arguments name. Every tool of the registry says it. */
  readonly reaches?: readonly ToolReach[];
  /**
   * Whether a call may be repeated if its outcome is unknown after a crash. @defaultValue true
   * unless `effects` is `write`
   */
  readonly isRepeatable?: ByInput<z.output<Input>, boolean>;
  /** The argument that names a slot of the workflow, whose credential is added where the request leaves. */
  readonly credentialArgument?: string;
  /** Summary of a call for approvals: `POST https://…`. @defaultValue the title */
  readonly describe?: (input: z.output<Input>) => string;
  /** The model gets the result in full at any size, never as a reference to stored data. */
  readonly isAlwaysInline?: boolean;
  /**
   * The caller of the run executes it: no list of the server applies to it. Agents and programs
   * do not get it. @defaultValue false
   */
  readonly isOfCaller?: boolean;
  /** Works only in runs that the server makes for itself, so lists for people omit it. @defaultValue false */
  readonly isInternal?: boolean;
  /**
   * What is wrong with the data of a call that succeeded, in one sentence for the model; undefined
   * when nothing is. Has to be quick: it runs after each call that is checked.
   */
  readonly checkResult?: (input: z.output<Input>, data: unknown) => string | undefined;
  /** Timeout of one call in milliseconds. */
  readonly timeoutMs: number;
};
// biome-ignore lint/suspicious/noExplicitAny: a definition of any input; parsing gives the right one
export type AnyToolDefinition = ToolDefinition<string, any>;
export type ToolRegistry = Readonly<Record<string, AnyToolDefinition>>;
export type ToolInput<Tool extends AnyToolDefinition> = z.output<Tool['input']>;
export type ToolOutput<Tool extends AnyToolDefinition> = z.output<Tool['output']>;

/** A tool as data. Its handler is `engine/tool-handlers/<id>.handler.ts`; both registries are generated. */
export function defineTool<const Id extends string, Input extends z.ZodObject, Output extends z.ZodType>(
  tool: ToolDefinition<Id, Input> & { readonly output: Output },
): ToolDefinition<Id, Input> & { readonly output: Output } {
  return tool;
}
