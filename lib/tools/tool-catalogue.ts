import { z } from 'zod';
import { isWithinCost, type ToolLimits } from '../agents/tool-limits.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import type { AnyToolDefinition, ServerCapability, ToolRegistry } from './define-tool.ts';
import { givenJsonSchema } from './json-schema-input.ts';
import type { ToolSetting } from './tool-policy.ts';

/** The tools of a server: definitions, policy of the administrator, and available capabilities. */
export type ToolCatalogue = {
  readonly definitions: ToolRegistry;
  /** By tool id. */
  readonly settings: Readonly<Record<string, ToolSetting>>;
  readonly capabilities: ReadonlySet<ServerCapability>;
  /** Why a tool of the workspace cannot be called now, by id. */
  readonly unavailable?: Readonly<Record<string, string>>;
  /** Allowlist of tool ids. @defaultValue all tools */
  readonly allowed?: ReadonlySet<string>;
  /** Mode and cost limit of the caller. @defaultValue none */
  readonly limits?: ToolLimits;
  /** The caller is an agent with a task of its own, which has no part in the conversation. @defaultValue false */
  readonly isTask?: boolean;
  /** Of a published run. @defaultValue all tools */
  readonly reachable?: ReachableTools;
};

/** The tools that a published version lists. */
export type ReachableTools = {
  /** Why a call is refused; undefined if it is not. */
  whyNot(tool: AnyToolDefinition): string | undefined;
  /** Logs that a call was refused. */
  onRefused(toolId: string): void;
};

export type ListedTool = {
  readonly definition: AnyToolDefinition;
  /** Why the tool is disabled; undefined if it is enabled. */
  readonly whyNot: string | undefined;
};

const whyWithout: Readonly<Record<ServerCapability, string>> = {
  search: 'No search provider is configured: choose one in Settings, or set search.provider in the config file',
  files: 'There is no folder for files here: run the workflow on a server',
  sandbox: 'There is no sandbox here to run code in',
  commands: 'No command is allowed: list the programs in commands.allow_commands of the config file',
  workflows: 'There are no saved workflows here: run the workflow on a server',
};

const WHY_NOT_IN_TASK = 'It belongs to the conversation, and this is an agent with a task of its own';

/** All tools by id. Prompts, API and editor use the same list. */
export function listTools(catalogue: ToolCatalogue): ListedTool[] {
  return Object.keys(catalogue.definitions)
    .sort()
    .map((id) => {
      const definition = catalogue.definitions[id] as AnyToolDefinition;
      return { definition, whyNot: whyNotUsable(definition, catalogue) };
    });
}

/** Why tools cannot be called, by id. */
export function toolsOffIn(catalogue: ToolCatalogue): Readonly<Record<string, string>> {
  return Object.fromEntries(
    listTools(catalogue).flatMap(({ definition, whyNot }) => (whyNot === undefined ? [] : [[definition.id, whyNot]])),
  );
}

function whyNotUsable(definition: AnyToolDefinition, catalogue: ToolCatalogue): string | undefined {
  const { id, requires, bound, effects, cost, scope, isOfCaller } = definition;
  const { settings, capabilities, allowed, reachable, unavailable, limits, isTask } = catalogue;
  if (bound) return whyNotUsable(bound.base, catalogue);
  if (isOfCaller) return isTask ? WHY_NOT_IN_TASK : undefined;
  const unlisted = reachable?.whyNot(definition);
  if (unlisted !== undefined) return unlisted;
  if (allowed && !allowed.has(id))
    return 'This run is restricted to other tools: `toolNames` of its start does not contain this one';
  if (settings[id]?.isEnabled === false) return `It is switched off in Settings, or with tools.${id}.enabled in the config file`;
  if (unavailable && Object.hasOwn(unavailable, id)) return unavailable[id];
  if (isTask && scope !== 'workspace') return WHY_NOT_IN_TASK;
  if (limits && !isWithinCost(cost, limits)) return 'It costs more than `maxToolCost` of the caller allows';
  if (limits && typeof effects === 'string' && effects === 'write' && !mayWrite(definition, limits)) return whyNotWrite(limits);
  return requires === undefined || capabilities.has(requires) ? undefined : whyWithout[requires];
}

/** Whether calls that write are allowed. In mode `settings` only to workflows and settings. */
export function mayWrite({ group }: Pick<AnyToolDefinition, 'group'>, { mode }: ToolLimits): boolean {
  return mode === 'normal' || (mode === 'settings' && group === 'workflows');
}

export function whyNotWrite({ mode }: ToolLimits): string {
  return mode === 'settings'
    ? 'In mode settings nothing may be written but workflows and settings'
    : 'In mode read-only nothing may be written';
}

/**
 * The enabled tools of these names, without duplicates, in the order of the names; unknown and
 * disabled ones are omitted.
 * @param names ids or aliases
 */
export function offeredTools(catalogue: ToolCatalogue, names: readonly string[]): AnyToolDefinition[] {
  const usable = new Set(
    listTools(catalogue)
      .filter(({ whyNot }) => whyNot === undefined)
      .map(({ definition }) => definition),
  );
  const wanted = new Set(names.map((name) => findTool(catalogue.definitions, name)));
  return [...wanted].filter((definition) => definition !== undefined && usable.has(definition)) as AnyToolDefinition[];
}

/** The tool with this id, else with this alias in any language. */
export function findTool(definitions: ToolRegistry, name: string): AnyToolDefinition | undefined {
  if (Object.hasOwn(definitions, name)) return definitions[name];
  return Object.values(definitions).find(({ aliases = {} }) => Object.values(aliases).includes(name));
}

/** The tool itself, where it has fixed arguments and maybe another name. */
export function unboundTool(definition: AnyToolDefinition): AnyToolDefinition {
  return definition.bound ? unboundTool(definition.bound.base) : definition;
}

/** The arguments of a call with those that are fixed, as `unboundTool` takes them. */
export function wholeInput({ bound }: AnyToolDefinition, input: unknown): unknown {
  return bound ? wholeInput(bound.base, { ...(input as object), ...bound.with }) : input;
}

/** The id nearest to a misspelled id or alias. */
export function nearestTool(definitions: readonly AnyToolDefinition[], name: string): string | undefined {
  const names = definitions.flatMap(({ id, aliases = {} }) => [id, ...Object.values(aliases)]);
  const meant = didYouMean(name, names);
  return definitions.find(({ id, aliases = {} }) => id === meant || (meant && Object.values(aliases).includes(meant)))?.id;
}

type Sourced = {
  readonly definition: AnyToolDefinition;
  readonly whyNot?: string | undefined;
  readonly setting?: ToolSetting;
};

/** The catalogue with the tools of a workspace. A tool of the build wins over one with the same id. */
export function withSourcedTools(
  { definitions, settings, ...catalogue }: ToolCatalogue,
  sourced: Readonly<Record<string, Sourced>>,
): ToolCatalogue & { readonly unavailable: Readonly<Record<string, string>> } {
  const tools = Object.values(sourced);
  return {
    ...catalogue,
    definitions: { ...Object.fromEntries(tools.map(({ definition }) => [definition.id, definition])), ...definitions },
    settings: {
      ...Object.fromEntries(tools.flatMap(({ definition, setting }) => (setting ? [[definition.id, setting]] : []))),
      ...settings,
    },
    unavailable: Object.fromEntries(tools.flatMap(({ definition, whyNot }) => (whyNot ? [[definition.id, whyNot]] : []))),
  };
}

const schemas = new WeakMap<z.ZodType, JsonSchema>();

/** JSON Schema of the arguments of a tool. */
export function inputSchemaOf({ input, inputSchema }: AnyToolDefinition): JsonSchema {
  return inputSchema ?? toolJsonSchema(input, 'input');
}

/** JSON Schema of the data of a tool. */
export function outputSchemaOf({ output, outputSchema }: AnyToolDefinition): JsonSchema {
  return outputSchema ?? toolJsonSchema(output, 'output');
}

/** JSON Schema of the arguments or the data of a built-in tool. */
export function toolJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const known = givenJsonSchema(schema) ?? schemas.get(schema);
  if (known) return known;
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  schemas.set(schema, made);
  return made;
}
