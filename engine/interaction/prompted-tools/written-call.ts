import type { WantedToolCall } from '#engine/contract/wanted-tool-call.ts';
import { parseExactly } from '#lib/json/exact-numbers.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import type { OfferedTool } from '../../tools/offer-tools.ts';

/** The content of a fenced block: a tool call, or text that is no valid one. */
export type WrittenCall = Omit<WantedToolCall, 'id'>;

const CALL_LANGUAGE = 'tool_call';
const FENCE = '```';
const MAX_CALLS = 1000;

/** A call in the format that the prompt describes. One line of JSON, so that no fence fits inside. */
export function writeCall({ name, input }: Pick<WrittenCall, 'name' | 'input'>): string {
  return `${FENCE}${CALL_LANGUAGE}\n${JSON.stringify({ name, arguments: input ?? {} })}\n${FENCE}`;
}

/** The calls in a block. An unreadable one is a call with a `problem`, which the model gets as its result. */
export function readCalls(block: string): WrittenCall[] {
  const text = block.trim();
  let value: unknown;
  try {
    value = parseExactly(text).value;
  } catch (error) {
    return [unreadable(text, `The block is no JSON: ${(error as Error).message}`)];
  }
  const values = Array.isArray(value) && value.length > 0 ? value : [value];
  if (values.length > MAX_CALLS) return [unreadable(text, `The block holds ${values.length} calls`)];
  return values.map((one) => readCall(one) ?? unreadable(one, SHAPE));
}

/** A function in tags, as Qwen's models for code write it, and Llama's with JSON inside. */
const FUNCTION = /<function=([^>\s]+)>([\s\S]*?)(<\/function>|$)/g;
const PARAMETER = /<parameter=([^>\s]+)>\n?([\s\S]*?)\n?(?:<\/parameter>|(?=<parameter=)|$)/g;

type Tags = {
  /** The answer ended inside the block. JSON shows by itself whether it is whole. */
  readonly isCut: boolean;
  readonly tools: readonly Pick<OfferedTool, 'name' | 'inputSchema'>[];
};

/** The calls between tags of the text, where a server did not read them. */
export function readWrittenCalls(block: string, { isCut, tools }: Tags): WrittenCall[] {
  const functions = [...block.matchAll(FUNCTION)];
  if (functions.length === 0) return readCalls(block);
  return functions.map(([, name = '', body = '', end]) => {
    if (body.trim().startsWith('{')) return readCalls(JSON.stringify({ name, arguments: body.trim() }))[0] as WrittenCall;
    const schema = tools.find((tool) => tool.name === name)?.inputSchema;
    const parameters = [...body.matchAll(PARAMETER)].map(([, key = '', value = '']) => [key, readParameter(key, value, schema)]);
    const call = { name, input: Object.fromEntries(parameters) };
    return isCut && end === '' ? { ...call, problem: 'The answer ends before </function>' } : call;
  });
}

/** A text has no quotes there, so the schema decides whether `123` is one. JSON where it takes both. */
function readParameter(name: string, text: string, schema: JsonSchema = {}): unknown {
  const value = readJson(text);
  const readings = value === undefined || typeof value === 'string' ? [text, value] : [value, text];
  const { required: _, additionalProperties: _others, ...ofOne } = schema;
  return readings.find((one) => one !== undefined && checkJsonSchema({ [name]: one }, ofOne).length === 0) ?? readings[0];
}

function readJson(text: string): unknown {
  try {
    return parseExactly(text).value;
  } catch {
    return undefined;
  }
}

/**
 * The calls in a block that does not say what it is: undefined unless every value in it calls one
 * of these tools.
 */
export function readUnnamedCalls(block: string, toolNames: ReadonlySet<string>): WrittenCall[] | undefined {
  const calls = readCalls(block);
  return calls.every(({ name, problem }) => problem === undefined && toolNames.has(name)) ? calls : undefined;
}

const SHAPE = 'The block is no call: write {"name": "<tool>", "arguments": {…}}';

function readCall(value: unknown): WrittenCall | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, arguments: written, input = written ?? {} } = value as Record<string, unknown>;
  if (typeof name !== 'string' || name === '') return undefined;
  if (typeof input !== 'string') return { name, input };
  // as native protocols carry them, and models remember
  try {
    return { name, input: parseExactly(input).value };
  } catch (error) {
    return { name, input: { unreadable: input }, problem: `The arguments are no JSON: ${(error as Error).message}` };
  }
}

/** The name is often complete although the JSON is invalid. */
function unreadable(value: unknown, problem: string): WrittenCall {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { name: /"name"\s*:\s*"([^"\\]+)"/.exec(text)?.[1] ?? CALL_LANGUAGE, input: { unreadable: text }, problem };
}
