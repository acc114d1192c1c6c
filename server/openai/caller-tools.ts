import { z } from 'zod';
import { type CallerTools, callerToolNameSchema } from '#lib/run/caller-tools.ts';
import { jsonObjectSchema } from '#lib/run/json-value.ts';
import { requestProblem } from '../conversation/request-problem.ts';

const MAX_TOOLS = 128;
/** As JSON. They are stored with the run, and sent with each call of a model. */
const MAX_CHARS = 256 * 1024;

const functionSchema = z.looseObject({
  name: callerToolNameSchema,
  description: z.string().nullish(),
  parameters: jsonObjectSchema.nullish(),
});
/** Chat completions put the function into a field of the tool, responses do not. */
const toolSchema = z.union([
  z.looseObject({ type: z.literal('function'), function: functionSchema }).transform((tool) => tool.function),
  functionSchema.extend({ type: z.literal('function') }),
]);
const choiceSchema = z.union([
  z.enum(['auto', 'required', 'none']),
  z
    .looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) })
    .transform(({ function: { name } }) => ({ name })),
  z.looseObject({ type: z.literal('function'), name: z.string() }).transform(({ name }) => ({ name })),
]);

type Fields = {
  readonly tools?: readonly unknown[] | null | undefined;
  readonly tool_choice?: unknown;
  readonly parallel_tool_calls?: boolean | null | undefined;
};

/**
 * The tools that a caller executes itself. Undefined where it gives none, or wants none called. Where the model may do
 * without them, they are an offer: those of other types are omitted.
 * @param leftOut gets the tools that are omitted
 * @throws {AppError} `body-invalid`
 */
export function readCallerTools(
  { tools, tool_choice, parallel_tool_calls }: Fields,
  leftOut: string[] = [],
): Omit<CallerTools, 'keyId'> | undefined {
  if (!tools || tools.length === 0) return undefined;
  const choice = choiceSchema.safeParse(tool_choice ?? 'auto');
  if (!choice.success) throw requestProblem('tool_choice', 'Give auto, required, none or a function with its name');
  if (choice.data === 'none') return undefined;
  if (tools.length > MAX_TOOLS) throw requestProblem('tools', `A request has at most ${MAX_TOOLS} tools`);
  if (JSON.stringify(tools).length > MAX_CHARS)
    throw requestProblem('tools', `Tools have at most ${MAX_CHARS} characters as JSON`);
  const read = tools.flatMap((tool, index) => {
    try {
      return readTool(tool, index);
    } catch (error) {
      if (choice.data !== 'auto') throw error;
      leftOut.push(`tools.${index}: ${typeOf(tool)} is not called here`);
      return [];
    }
  });
  if (read.length === 0) return undefined;
  const names = read.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw requestProblem('tools', `Two tools have the name ${twice}`);
  const { data: chosen } = choice;
  if (typeof chosen === 'object' && !names.includes(chosen.name))
    throw requestProblem('tool_choice', `None of the tools has the name ${chosen.name}`);
  return {
    tools: read,
    ...(chosen !== 'auto' && { choice: chosen }),
    ...(parallel_tool_calls === false && { isOneAtATime: true }),
  };
}

function typeOf(tool: unknown): string {
  const { type, name } = (typeof tool === 'object' && tool !== null ? tool : {}) as { type?: unknown; name?: unknown };
  return [type, name].filter((part) => typeof part === 'string').join(' ') || 'a tool without a type';
}

function readTool(tool: unknown, index: number) {
  const read = toolSchema.safeParse(tool);
  if (!read.success)
    throw requestProblem(
      `tools.${index}`,
      'Give a tool of the type function with a name of at most 64 letters, digits, underscores and hyphens',
    );
  const { name, description, parameters } = read.data;
  const schema = parameters && Object.keys(parameters).length > 0 ? parameters : { type: 'object', properties: {} };
  if (schema.type !== 'object')
    throw requestProblem(`tools.${index}`, 'The parameters of a function are the JSON Schema of an object');
  return { name, description: description ?? name, parameters: schema };
}
