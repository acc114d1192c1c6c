import { z } from 'zod';
import type { AnyToolDefinition } from '../../tools/define-tool.ts';
import { inputSchemaOf } from '../../tools/tool-catalogue.ts';
import { forInput } from '../../tools/tool-policy.ts';
import { checkJsonSchema } from '../check-json-schema.ts';

/** How a node offers a tool to its model. */
export type ToolBinding = {
  /** What the model calls it. @defaultValue the tool's id */
  readonly name?: string | undefined;
  /** @defaultValue the tool's own */
  readonly description?: string | undefined;
  /** Arguments that are fixed: the model neither sees nor changes them. */
  readonly with?: Readonly<Record<string, unknown>> | undefined;
};

/** The tool with fixed arguments, under a name of its own. Its risk and effects are those of the whole call. */
export function bindTool(base: AnyToolDefinition, { name, description, with: fixed = {} }: ToolBinding): AnyToolDefinition {
  const names = Object.keys(fixed);
  const whole = (input: unknown) => ({ ...(input as object), ...fixed });
  const { aliases: _aliases, describe, risk, effects, isRepeatable, ...rest } = base;
  return {
    ...rest,
    id: name ?? base.id,
    ...(description && { description }),
    ...(base.inputSchema ? { inputSchema: withoutProperties(base, names) } : { input: withoutFields(base.input, names) }),
    risk: typeof risk === 'function' ? (input: unknown) => forInput(risk, whole(input)) : risk,
    effects: typeof effects === 'function' ? (input: unknown) => forInput(effects, whole(input)) : effects,
    ...(isRepeatable !== undefined && { isRepeatable: (input: unknown) => forInput(isRepeatable, whole(input)) }),
    ...(describe && { describe: (input: unknown) => describe(whole(input)) }),
    bound: { base, with: fixed },
  };
}

export type BindingProblem = {
  readonly argument: string;
  readonly kind: 'unknown' | 'invalid';
  readonly message: string;
  readonly value: unknown;
};

/** Which of the fixed arguments the tool does not have or cannot take. */
export function bindingProblems(base: AnyToolDefinition, fixed: Readonly<Record<string, unknown>>): BindingProblem[] {
  const schema = inputSchemaOf(base);
  const properties = (schema.properties ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(fixed).flatMap(([argument, value]): BindingProblem[] => {
    if (!Object.hasOwn(properties, argument)) {
      if (schema.additionalProperties !== false && base.inputSchema) return [];
      return [{ argument, kind: 'unknown', message: 'is not an argument of it', value }];
    }
    const message = base.inputSchema ? messageOf(schema, argument, value) : zodMessage(base.input.shape[argument], value);
    return message === undefined ? [] : [{ argument, kind: 'invalid', message, value }];
  });
}

function messageOf(schema: object, argument: string, value: unknown): string | undefined {
  const only = { ...schema, required: [], minProperties: 0 };
  const [problem] = checkJsonSchema({ [argument]: value }, only);
  return problem?.message;
}

function zodMessage(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

function withoutProperties(base: AnyToolDefinition, names: readonly string[]) {
  const { properties = {}, required, ...schema } = inputSchemaOf(base);
  const left = Object.entries(properties as object).filter(([name]) => !names.includes(name));
  const needed = Array.isArray(required) ? required.filter((name) => !names.includes(name)) : [];
  return { ...schema, properties: Object.fromEntries(left), ...(needed.length > 0 && { required: needed }) };
}

/** Rules about several arguments are checked with the whole call. */
function withoutFields(input: z.ZodObject, names: readonly string[]): z.ZodObject {
  return z.strictObject(Object.fromEntries(Object.entries(input.shape).filter(([name]) => !names.includes(name))));
}
