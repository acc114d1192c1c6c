import { isSpecType, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { isTooDeep } from '#lib/json/json-limits.ts';
import { withNumbers } from './marked-numbers.ts';

type Json = Readonly<Record<string, unknown>>;

const RAW = 'threadloom/raw';
const RAW_ENTRY = 'threadloom/raw-entry';

/** The lists of the protocol, with what the library needs to see of an entry. */
const LISTS: Readonly<Record<string, { readonly field: string; readonly entry: (raw: unknown) => Json }>> = {
  'tools/list': { field: 'tools', entry: toolEntry },
  'resources/list': { field: 'resources', entry: () => ({ uri: 'raw:', name: '' }) },
  'resources/templates/list': { field: 'resourceTemplates', entry: () => ({ uriTemplate: '', name: '' }) },
  'prompts/list': { field: 'prompts', entry: () => ({ name: '' }) },
};
const EMPTY_RESULTS: Readonly<Record<string, Json>> = {
  'tools/call': { content: [] },
  'resources/read': { contents: [] },
  'prompts/get': { messages: [] },
};

/** What a server can list. */
const CAPABILITIES = ['tools', 'resources', 'prompts'] as const;
export type Capability = (typeof CAPABILITIES)[number];

export type RawResults = {
  /** Whether the server announced a list; undefined before it introduced itself on this very connection. */
  isAnnounced(capability: Capability): boolean | undefined;
  /** All that it listed, on all pages of the latest list: the library leaves out some. */
  listedTools(): readonly unknown[];
};

/**
 * The library refuses a whole page or result for one odd entry, which our readers judge one by one. So it gets a
 * plain stand-in of each, which has in `_meta` what the server said. Lists that a server does not announce can be
 * requested, too: some have them.
 * @see rawEntry
 * @see rawResult
 */
export function passRawResults(transport: Transport): RawResults {
  let announced: Json | undefined;
  let tools: unknown[] = [];
  const onGreeting = (capabilities: Json) => {
    announced = capabilities;
  };
  const onTool = (raw: unknown) => void tools.push(raw);
  /** By the id as text: some servers answer with one. */
  const methods = new Map<string, string>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    for (const one of [message].flat()) {
      if (!('method' in one && 'id' in one)) continue;
      methods.set(String(one.id), one.method);
      if (one.method === 'tools/list' && one.params?.cursor === undefined) tools = [];
    }
    return send(message, options);
  };
  let receive: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    // Bound to the handler of now: the library keeps what it finds here, and calls it from the next one.
    get: (): Transport['onmessage'] => {
      const to = receive;
      return to && ((message, extra) => to(admit(message, methodOf(message), { onGreeting, onTool }), extra));
    },
    set: (next: Transport['onmessage']) => {
      receive = next;
    },
  });
  const methodOf = (message: JSONRPCMessage): string | undefined => {
    if (!('id' in message) || 'method' in message) return undefined;
    const id = String(message.id);
    const method = methods.get(id);
    methods.delete(id);
    return method;
  };
  return { isAnnounced: (capability) => announced && Object.hasOwn(announced, capability), listedTools: () => tools };
}

/** What the server said of an entry of a list. */
export function rawEntry({ _meta }: { readonly _meta?: Json | undefined }): unknown {
  return _meta?.[RAW_ENTRY];
}

/** What the server answered to a call, or to a request for a resource or a prompt: with marked numbers. */
export function rawResult({ _meta }: { readonly _meta?: Json | undefined }): Json {
  return (_meta?.[RAW] ?? {}) as Json;
}

type Observer = { readonly onGreeting: (capabilities: Json) => void; readonly onTool: (raw: unknown) => void };

function admit(message: JSONRPCMessage, method: string | undefined, observer: Observer): JSONRPCMessage {
  if ('method' in message) {
    // Progress without a message, or a question without a detail, is written as null by some.
    const params = withNumbers(message.params);
    return isObject(params) ? ({ ...message, params: storableTextls(params) } as JSONRPCMessage) : message;
  }
  if (!('result' in message)) return withNumbers(message);
  if (method === undefined) return { ...message, result: withNumbers(message.result) };
  return { ...message, result: admitResult(method, message.result, observer) } as JSONRPCMessage;
}

function admitResult(method: string, marked: Json, { onGreeting, onTool }: Observer): Json {
  const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  const empty = Object.hasOwn(EMPTY_RESULTS, method) ? EMPTY_RESULTS[method] : undefined;
  // The readers of these keep what a number does not hold. What the server needs first is a matter of the protocol.
  if (empty && marked.resultType !== 'input_required') return { ...complete, ...empty, _meta: { [RAW]: marked } };
  const result = withNumbers(marked);
  const list = Object.hasOwn(LISTS, method) ? LISTS[method] : undefined;
  if (list) {
    const { [list.field]: found, nextCursor } = result;
    const entries = Array.isArray(found) ? found : [];
    if (method === 'tools/list') for (const raw of entries) onTool(raw);
    return {
      ...complete,
      [list.field]: entries.map((raw: unknown) => ({ ...list.entry(raw), _meta: { [RAW_ENTRY]: raw } })),
      ...(typeof nextCursor === 'string' && nextCursor !== '' && { nextCursor }),
    };
  }
  return method === 'initialize' || method === 'server/discover' ? admitGreeting(result, onGreeting) : result;
}

/** How a server introduces itself. Null is what is not there. */
function admitGreeting(result: Json, onGreeting: Observer['onGreeting']): Json {
  const { serverInfo, capabilities, ...rest } = storableTextls(result);
  const { name, version, ...more } = isObject(serverInfo) ? storableTextls(serverInfo) : {};
  const announced = isObject(capabilities) ? storableTextls(capabilities) : {};
  onGreeting(announced);
  return {
    ...rest,
    capabilities: { ...Object.fromEntries(CAPABILITIES.map((one) => [one, {}])), ...announced },
    serverInfo: {
      ...more,
      name: typeof name === 'string' ? name : '',
      version: typeof version === 'string' || typeof version === 'number' ? String(version) : '',
    },
  };
}

/** The library reads from the schema which arguments are sent as headers, too. */
function toolEntry(raw: unknown): Json {
  const { name, inputSchema } = isObject(raw) ? raw : ({} as Json);
  const plain = { name: typeof name === 'string' ? name : '', inputSchema: { type: 'object' } };
  if (!isObject(inputSchema) || isTooDeep(inputSchema) || !JSON.stringify(inputSchema).includes('x-mcp-header')) return plain;
  const full = { ...plain, inputSchema: { ...inputSchema, type: 'object' } };
  return isSpecType.Tool(full) ? full : plain;
}

function storableTextls(value: Json): Json {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
