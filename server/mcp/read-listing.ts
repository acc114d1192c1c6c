import type { Client } from '@modelcontextprotocol/client';
import { isTooDeep } from '#lib/json/json-limits.ts';
import { countHidden } from '#lib/mcp/hidden-text.ts';
import { APP_URI_START } from '#lib/mcp/mcp-app.ts';
import { type McpListing, type McpTool, mcpToolSchema } from '#lib/mcp/mcp-server.ts';
import { readInputSchema } from '#lib/mcp/tool-input-schema.ts';
import { isMethodMissing, isProtocolError, mcpErrorText } from './mcp-failure.ts';
import { type Capability, type RawResults, rawEntry } from './raw-results.ts';

const MAX_TOOLS = 500;
const MAX_OTHERS = 500;
const MAX_OMITTED = 200;
/** A definition as JSON. All of it goes into the context of a model that is offered the tool. */
const MAX_TOOL_CHARS = 100_000;
/** All of them together are stored, and read with each start of a run. */
const MAX_TOOLS_CHARS = 2_000_000;
const MAX_NAME_CHARS = 128;
const MAX_TEXT_CHARS = 1000;
/** The library has to leave out such a tool. */
const NO_HEADER =
  'the protocol allows x-mcp-header only on properties that are a text, an integer or a boolean, each with a header of its own';
/** For a list that is probably not there. */
const UNANNOUNCED_MS = 3000;
const CALLERS = ['model', 'app'] as const;

type Json = Readonly<Record<string, unknown>>;
type Listed = { readonly _meta?: Json | undefined };

/** A connection of the library, and what its server announced. */
export type ListingClient = {
  readonly client: Client;
  isAnnounced(capability: Capability): boolean;
  listedTools: RawResults['listedTools'];
};
export type ListedTools = Pick<McpListing, 'tools' | 'omitted'>;

/**
 * What a server offers, entry by entry. What cannot be used, and too much of anything, is omitted and named in
 * `omitted`, so that no entry takes the others with it, and no server fills the context of models or the database.
 */
export async function readListing(of: ListingClient, signal: AbortSignal): Promise<McpListing> {
  const { client } = of;
  const { tools, omitted } = await readTools(of, signal);
  const reading = { of, signal, omitted };
  const [resources, templates, prompts] = await Promise.all([
    list('resources', reading, async (options) => (await client.listResources(undefined, options)).resources),
    list('resources', { ...reading, omitted: [] }, async (options) => {
      const { resourceTemplates } = await client.listResourceTemplates(undefined, options);
      return resourceTemplates;
    }),
    list('prompts', reading, async (options) => (await client.listPrompts(undefined, options)).prompts),
  ]);
  const { name = '', version = '', title } = client.getServerVersion() ?? {};
  return {
    server: { name: cut(name), version: cut(version), ...(typeof title === 'string' && title && { title: cut(title) }) },
    protocol: client.getNegotiatedProtocolVersion() ?? '',
    tools,
    resources: entries(resources, { what: 'resource', omitted, read: (raw) => toResource(raw, 'uri') }),
    resourceTemplates: entries(templates, { what: 'resource template', omitted, read: (raw) => toResource(raw, 'uriTemplate') }),
    prompts: entries(prompts, { what: 'prompt', omitted, read: toPrompt }),
    omitted,
  };
}

/** The tools alone, which is what a call has to know. */
export async function readTools(of: ListingClient, signal: AbortSignal): Promise<ListedTools> {
  const omitted: string[] = [];
  const offered = await list('tools', { of, signal, omitted }, async (options) => {
    const { tools: found } = await of.client.listTools(undefined, options);
    return found;
  });
  const known = new Set<string>();
  const tools: McpTool[] = [];
  let chars = 0;
  const passed = new Set(offered.map(rawEntry));
  for (const [index, raw] of of.listedTools().entries()) {
    if (!passed.has(raw)) {
      omit(omitted, labelOf(raw, 'tool', index), NO_HEADER);
      continue;
    }
    const tool = toTool(raw, omitted);
    const problem =
      typeof tool === 'string'
        ? tool
        : known.has(tool.name)
          ? 'two tools have this name'
          : tools.length >= MAX_TOOLS
            ? `only ${MAX_TOOLS} tools of a server are used`
            : chars + JSON.stringify(tool).length > MAX_TOOLS_CHARS
              ? `the definitions of a server have at most ${MAX_TOOLS_CHARS} characters together`
              : undefined;
    if (problem !== undefined || typeof tool === 'string') {
      omit(omitted, labelOf(raw, 'tool', index), problem ?? '');
      continue;
    }
    known.add(tool.name);
    chars += JSON.stringify(tool).length;
    tools.push(tool);
  }
  return { tools, omitted };
}

type ListOptions = { readonly of: ListingClient; readonly signal: AbortSignal; readonly omitted: string[] };

/**
 * A list that a server announces and does not have is empty, and named. One that is not announced may be there all the
 * same; a server that knows nothing of it may not even answer.
 */
async function list(
  capability: Capability,
  { of, signal, omitted }: ListOptions,
  read: (options: { readonly signal: AbortSignal }) => Promise<readonly Listed[]>,
): Promise<readonly Listed[]> {
  if (!of.isAnnounced(capability)) {
    const listed = await read({ signal: AbortSignal.any([signal, AbortSignal.timeout(UNANNOUNCED_MS)]) }).catch(() => []);
    signal.throwIfAborted();
    return listed;
  }
  try {
    return await read({ signal });
  } catch (error) {
    if (!isProtocolError(error) || (capability === 'tools' && !isMethodMissing(error))) throw error;
    omit(omitted, capability, `the server announces them and does not list them: ${mcpErrorText(error)}`);
    return [];
  }
}

/** The tool, or why it is not used. */
function toTool(raw: unknown, omitted: string[]): McpTool | string {
  if (!isObject(raw)) return 'it is no object';
  const { name, inputSchema, outputSchema } = raw;
  const problem = nameProblem(name);
  if (problem !== undefined) return problem;
  if (isTooDeep({ inputSchema, outputSchema })) return 'its schema is nested too deeply';
  const input = readInputSchema(inputSchema);
  if ('problem' in input) return input.problem;
  const annotations = isObject(raw.annotations) ? raw.annotations : {};
  const meta = isObject(raw._meta) ? raw._meta : {};
  const { resourceUri = meta['ui/resourceUri'], visibility } = isObject(meta.ui) ? meta.ui : ({} as Json);
  const title = stringOf(raw.title) ?? stringOf(annotations.title);
  const description = stringOf(raw.description);
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
  const tool = {
    name,
    ...(title !== undefined && { title: cut(title) }),
    ...(description !== undefined && { description }),
    inputSchema: input.schema,
    ...(isObject(outputSchema) && { outputSchema }),
    hints: {
      ...(typeof readOnlyHint === 'boolean' && { isReadOnly: readOnlyHint }),
      ...(typeof destructiveHint === 'boolean' && { isDestructive: destructiveHint }),
      ...(typeof idempotentHint === 'boolean' && { isIdempotent: idempotentHint }),
    },
    ...(typeof resourceUri === 'string' && resourceUri.startsWith(APP_URI_START) && { appUri: cut(resourceUri) }),
    ...(Array.isArray(visibility) && { visibility: CALLERS.filter((caller) => visibility.includes(caller)) }),
  };
  const text = JSON.stringify(tool);
  if (text.length > MAX_TOOL_CHARS) return `its definition has ${text.length} characters, and ${MAX_TOOL_CHARS} are allowed`;
  const read = mcpToolSchema.safeParse(JSON.parse(text));
  if (!read.success) return 'its definition does not follow the protocol';
  if (outputSchema !== undefined && outputSchema !== null && !isObject(outputSchema))
    omit(omitted, read.data.name, 'its outputSchema is no JSON Schema of an object, so results are not checked against it');
  return read.data;
}

/** Whatever a name is made of, providers get one that they accept. A person has to see it as it is, though. */
function nameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.trim() === '') return 'it has no name';
  if (name.length > MAX_NAME_CHARS) return `its name has more than ${MAX_NAME_CHARS} characters`;
  if (name !== name.trim()) return 'its name begins or ends with a space';
  return countHidden(name) > 0 || /[\p{Cc}\p{Cs}]/u.test(name) ? 'its name has hidden characters' : undefined;
}

function toResource(raw: Json, address: 'uri' | 'uriTemplate'): McpListing['resources'][number] | string {
  const { name, title, description, mimeType, [address]: uri } = raw;
  if (typeof uri !== 'string' || uri === '') return `it has no ${address}`;
  return {
    uri,
    name: cut(textOf(name) ?? textOf(title) ?? uri),
    ...(typeof description === 'string' && { description: cut(description) }),
    ...(typeof mimeType === 'string' && { mimeType: cut(mimeType) }),
  };
}

function toPrompt({ name, description, arguments: parameters }: Json): McpListing['prompts'][number] | string {
  if (typeof name !== 'string' || name === '') return 'it has no name';
  const named = (Array.isArray(parameters) ? parameters : []).filter(isObject).filter((one) => typeof one.name === 'string');
  return {
    name: cut(name),
    ...(typeof description === 'string' && { description: cut(description) }),
    arguments: named.slice(0, 50).map((one) => ({
      name: cut(String(one.name)),
      ...(typeof one.description === 'string' && { description: cut(one.description) }),
      isRequired: one.required === true,
    })),
  };
}

type Reading<T> = { readonly what: string; readonly omitted: string[]; readonly read: (raw: Json) => T | string };

function entries<T extends object>(listed: readonly Listed[], { what, omitted, read }: Reading<T>): T[] {
  if (listed.length > MAX_OTHERS) omit(omitted, `${listed.length - MAX_OTHERS} ${what}s`, `only ${MAX_OTHERS} are listed`);
  return listed.slice(0, MAX_OTHERS).flatMap((one, index) => {
    const raw = rawEntry(one);
    const entry = isObject(raw) ? read(raw) : 'it is no object';
    if (typeof entry !== 'string') return [entry];
    omit(omitted, labelOf(raw, what, index), entry);
    return [];
  });
}

function omit(omitted: string[], what: string, why: string): void {
  if (omitted.length < MAX_OMITTED) omitted.push(`${what}: ${why}`);
}

/** By its name, or its place in the list. */
function labelOf(raw: unknown, what: string, index: number): string {
  const name = isObject(raw) ? textOf(raw.name) : undefined;
  return name === undefined ? `${what} ${index + 1}` : cut(name);
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function cut(text: string): string {
  return text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS).toWellFormed()}…` : text;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
