import { z } from 'zod';
import { didYouMean } from '../workflow/did-you-mean.ts';
import type { JsonSchema } from '../workflow/json-schema.ts';
import type { AnyToolDefinition, ToolRegistry, ToolService } from './define-tool.ts';
import type { ToolSetting } from './tool-policy.ts';

/** The tools of a server as data: what there is, what its administrator says of them, and what they have to work with. */
export type ToolCatalogue = {
  readonly definitions: ToolRegistry;
  /** By tool id. */
  readonly settings: Readonly<Record<string, ToolSetting>>;
  readonly services: ReadonlySet<ToolService>;
  /** Ids of the only tools that may be used, where whoever asks has named some. @defaultValue every one */
  readonly allowed?: ReadonlySet<string>;
};

export type ListedTool = {
  readonly definition: AnyToolDefinition;
  /** Why it cannot be used; undefined when it can. */
  readonly whyNot: string | undefined;
};

const whyWithout: Readonly<Record<ToolService, string>> = {
  search: 'No search provider is configured: set search.provider in the config file',
  files: 'There is no folder for files here: run the workflow on a server',
  sandbox: 'There is no sandbox here to run code in',
};

/** All tools by id. Prompts, the API and the editor are made from this list, so that they never differ. */
export function listTools(catalogue: ToolCatalogue): ListedTool[] {
  return Object.keys(catalogue.definitions)
    .sort()
    .map((id) => {
      const definition = catalogue.definitions[id] as AnyToolDefinition;
      return { definition, whyNot: whyNotUsable(definition, catalogue) };
    });
}

function whyNotUsable({ id, needs }: AnyToolDefinition, { settings, services, allowed }: ToolCatalogue) {
  if (allowed && !allowed.has(id)) return 'Whoever started this run named the tools that it may use, and this is none of them';
  if (settings[id]?.isEnabled === false) return `An administrator has switched it off: tools.${id}.enabled in the config file`;
  return needs === undefined || services.has(needs) ? undefined : whyWithout[needs];
}

/**
 * The tools of these names that may be called, each once, in the order of the names; a name that is not known or not enabled is left out.
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

/** The tool of that id, else the one with that alias in any language. */
export function findTool(definitions: ToolRegistry, name: string): AnyToolDefinition | undefined {
  if (Object.hasOwn(definitions, name)) return definitions[name];
  return Object.values(definitions).find(({ aliases = {} }) => Object.values(aliases).includes(name));
}

/** The id that was most likely meant, also by an alias that was written wrong. */
export function nearestTool(definitions: readonly AnyToolDefinition[], name: string): string | undefined {
  const names = definitions.flatMap(({ id, aliases = {} }) => [id, ...Object.values(aliases)]);
  const meant = didYouMean(name, names);
  return definitions.find(({ id, aliases = {} }) => id === meant || (meant && Object.values(aliases).includes(meant)))?.id;
}

const schemas = new WeakMap<z.ZodType, JsonSchema>();

/** JSON Schema of a tool's arguments or of its data. */
export function toolJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const known = schemas.get(schema);
  if (known) return known;
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  schemas.set(schema, made);
  return made;
}
