import type { z } from 'zod';
import type { AnyToolDefinition } from '../../tools/define-tool.ts';
import { inputSchemaOf } from '../../tools/tool-catalogue.ts';
import { checkJsonSchema } from '../check-json-schema.ts';

/** An argument that the tool cannot take. `unknown`: names of arguments that it does not have, at `path`. */
export type ToolInputIssue = {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Undefined when the argument is missing. */
  readonly value: unknown;
  readonly unknown?: readonly string[];
  /** Of a tool whose arguments have a Zod schema. */
  readonly zod?: z.core.$ZodIssue;
};

export type ParsedToolInput =
  | { readonly ok: true; readonly data: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly issues: readonly ToolInputIssue[] };

/** Names of the arguments that a tool declares. */
export function argumentNames(tool: AnyToolDefinition): string[] {
  return Object.keys((inputSchemaOf(tool).properties ?? {}) as object);
}

/**
 * The arguments of a call with their defaults, or what is wrong with them. Models that have to fill in every
 * field write null for what they leave out, so null counts as missing where the schema does not take it.
 * @param input must not be nested too deeply, see `jsonExcess`
 */
export function parseToolInput(tool: AnyToolDefinition, input: object): ParsedToolInput {
  const first = parse(tool, input);
  if (first.ok) return first;
  const known = new Set(argumentNames(tool));
  const given = Object.entries(input).filter(([name, value]) => value !== null || !known.has(name));
  const again = parse(tool, Object.fromEntries(given));
  return again.ok ? again : first;
}

function parse(tool: AnyToolDefinition, input: object): ParsedToolInput {
  if (tool.inputSchema === undefined) {
    const parsed = tool.input.safeParse(input, { reportInput: true });
    return parsed.success ? { ok: true, data: parsed.data } : { ok: false, issues: parsed.error.issues.map(fromZod) };
  }
  const problems = checkJsonSchema(input, tool.inputSchema);
  if (problems.length === 0) return { ok: true, data: withDefaults(tool, input) };
  return { ok: false, issues: problems.map((problem) => fromSchema(problem, tool)) };
}

function fromZod(issue: z.core.$ZodIssue): ToolInputIssue {
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
  return { path: issue.path, message: issue.message, value: issue.input, zod: issue, ...(unknown && { unknown }) };
}

function fromSchema(
  { path, message, value }: ReturnType<typeof checkJsonSchema>[number],
  tool: AnyToolDefinition,
): ToolInputIssue {
  const names = path === '' ? [] : path.split(/[.[\]]+/).filter(Boolean);
  const isUnknown = names.length === 1 && tool.inputSchema?.additionalProperties === false && !argumentNames(tool).includes(path);
  if (isUnknown) return { path: [], message, value, unknown: [path] };
  return { path: names, message, value };
}

/** JSON Schema has defaults as annotations only. */
function withDefaults(tool: AnyToolDefinition, input: object): Record<string, unknown> {
  const properties = Object.entries((inputSchemaOf(tool).properties ?? {}) as Record<string, { default?: unknown } | undefined>);
  const defaults = properties.flatMap(([name, schema]) => (schema?.default === undefined ? [] : [[name, schema.default]]));
  return { ...Object.fromEntries(defaults), ...input };
}
