import type { Readable } from 'node:stream';
import {
  Client,
  type ElicitRequest,
  type ElicitResult,
  type GetPromptResult,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  type OAuthClientProvider,
  type ResponseCacheStore,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { APP_EXTENSION, APP_MIME_TYPE } from '#lib/mcp/mcp-app.ts';
import type { McpListing, McpTool } from '#lib/mcp/mcp-server.ts';
import { ErrorOutput } from './error-output.ts';
import { ExactReadBuffer } from './exact-read-buffer.ts';
import { isProtocolError } from './mcp-failure.ts';
import { MAX_ANSWER_BYTES, type McpFetchOptions, makeMcpFetch } from './mcp-fetch.ts';
import { passRawResults } from './raw-results.ts';
import { type ListedTools, type ListingClient, readListing, readTools } from './read-listing.ts';
import { type AdmittedResult, admitToolResult, type ReadResource, readResourceResult } from './read-result.ts';

/** A process that the administrator lets workspaces use as a server. */
export type McpCommand = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
};

/** How a server is reached. */
export type McpAddress =
  | (Omit<McpFetchOptions, 'signal' | 'onExcess'> & {
      readonly kind: 'http' | 'sse';
      readonly signIn: OAuthClientProvider | undefined;
    })
  | { readonly kind: 'stdio'; readonly command: McpCommand };

export type SessionOptions = {
  /** Of this client, as servers see it. */
  readonly version: string;
  /** Bounds connecting, and reading what the server offers. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

type CallOptions = { readonly signal: AbortSignal; readonly timeoutMs: number };
export type ToolCallOptions = CallOptions & {
  readonly idempotencyKey: string;
  /** `share` is in [0, 1]. */
  readonly onProgress: (progress: { message: string; share?: number }) => void;
  /** Questions of the server to the person, one at a time. */
  readonly onElicit: (request: ElicitRequest['params']) => Promise<ElicitResult>;
};

/** What a server says about caching must not keep a changed tool unnoticed. */
const noCache: ResponseCacheStore = {
  get: () => undefined,
  set: () => 0,
  delete: () => {},
  evict: () => {},
  clear: () => {},
};

const anyValue: jsonSchemaValidator = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (value) => ({ valid: true, data: value as T, errorMessage: undefined }),
};
/** Of one list. The time limit ends it, too. */
const MAX_PAGES = 500;

const IDEMPOTENCY_KEY = 'threadloom/idempotency-key';

type Opened = {
  readonly listed: ListingClient;
  /** Bounds reading the lists. */
  readonly timeoutMs: number;
  readonly closing: AbortController;
  /** Why the connection was closed: an answer was too large, or what its process wrote when it ended. */
  readonly explain: (error: unknown) => unknown;
};

/**
 * One connection to a server, for one call at a time: what the server asks meanwhile belongs to that call.
 * @throws whatever the protocol's library throws; `describeMcpError` words it
 */
export class McpSession {
  readonly #client: Client;
  readonly #listed: ListingClient;
  readonly #timeoutMs: number;
  readonly #closing: AbortController;
  readonly #explain: Opened['explain'];
  #call: Pick<ToolCallOptions, 'onElicit'> | undefined;
  /** How often the server said that its tools changed. */
  #changes = 0;
  #tools: { readonly change: number; readonly listed: ListedTools } | undefined;
  #isClosed = false;

  static async open(address: McpAddress, { version, timeoutMs, signal }: SessionOptions): Promise<McpSession> {
    const closing = new AbortController();
    const client = new Client(
      { name: 'threadloom', version },
      {
        capabilities: {
          elicitation: { form: {}, url: {} },
          extensions: { [APP_EXTENSION]: { mimeTypes: [APP_MIME_TYPE] } },
        },
        // Results are checked by the reader of results.
        jsonSchemaValidator: anyValue,
        listMaxPages: MAX_PAGES,
        versionNegotiation: { mode: 'auto' },
        responseCacheStore: noCache,
      },
    );
    let excess: Error | undefined;
    let explain = (error: unknown): unknown => excess ?? error;
    const onExcess = (error: Error) => {
      excess = error;
      void client.close().catch(() => {});
    };
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const onAbort = () => closing.abort(deadline.reason);
    deadline.addEventListener('abort', onAbort, { once: true });
    try {
      const { transport, output } = openTransport(address, { signal: closing.signal, onExcess });
      explain = (error) => excess ?? (output && !isProtocolError(error) ? output.explain(error) : error);
      const raw = passRawResults(transport);
      await client.connect(transport, { signal: deadline, timeout: timeoutMs });
      const isAnnounced: ListingClient['isAnnounced'] = (capability) =>
        raw.isAnnounced(capability) ?? client.getServerCapabilities()?.[capability] !== undefined;
      const listed = { client, isAnnounced, listedTools: raw.listedTools };
      return new McpSession(client, { listed, timeoutMs, closing, explain });
    } catch (error) {
      closing.abort();
      await client.close().catch(() => {});
      signal.throwIfAborted();
      throw explain(error);
    } finally {
      deadline.removeEventListener('abort', onAbort);
    }
  }

  private constructor(client: Client, { listed, timeoutMs, closing, explain }: Opened) {
    this.#client = client;
    this.#listed = listed;
    this.#timeoutMs = timeoutMs;
    this.#closing = closing;
    this.#explain = explain;
    client.onclose = () => {
      this.#isClosed = true;
    };
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      this.#changes++;
    });
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      // Outside of a call there is no node that could ask a person.
      if (!this.#call) return { action: 'cancel' };
      return this.#call.onElicit(params);
    });
  }

  /** The connection ended: another session has to be opened. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The tools as the server lists them now, over this connection: what it keeps between calls stays. */
  async tools(signal: AbortSignal): Promise<ListedTools> {
    const change = this.#changes;
    if (this.#tools?.change === change) return this.#tools.listed;
    const listed = await this.#answerOf(readTools(this.#listed, this.#deadline(signal)));
    this.#tools = { change, listed };
    return listed;
  }

  listing(signal: AbortSignal): Promise<McpListing> {
    return this.#answerOf(readListing(this.#listed, this.#deadline(signal)));
  }

  #deadline(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)]);
  }

  async callTool(tool: McpTool, input: Readonly<Record<string, unknown>>, options: ToolCallOptions): Promise<AdmittedResult> {
    this.#call = options;
    try {
      const result = await this.#answerOf(
        this.#client.callTool(
          { name: tool.name, arguments: { ...input }, _meta: { [IDEMPOTENCY_KEY]: options.idempotencyKey } },
          {
            signal: options.signal,
            timeout: options.timeoutMs,
            maxTotalTimeout: options.timeoutMs,
            onprogress: ({ progress, total, message = '' }) =>
              options.onProgress({
                message: message === '' && total === undefined ? String(progress) : message,
                ...(total !== undefined && total > 0 && { share: Math.min(Math.max(progress / total, 0), 1) }),
              }),
            toolDefinition: { name: tool.name, inputSchema: { ...tool.inputSchema, type: 'object' } },
          },
        ),
      );
      return admitToolResult(result);
    } finally {
      this.#call = undefined;
    }
  }

  async readResource(uri: string, { signal, timeoutMs }: CallOptions): Promise<ReadResource> {
    return readResourceResult(await this.#answerOf(this.#client.readResource({ uri }, { signal, timeout: timeoutMs })));
  }

  getPrompt(name: string, parameters: Record<string, string>, { signal, timeoutMs }: CallOptions): Promise<GetPromptResult> {
    return this.#answerOf(this.#client.getPrompt({ name, arguments: parameters }, { signal, timeout: timeoutMs }));
  }

  /** Throws the reason and not the closing. */
  async #answerOf<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw this.#isClosed ? this.#explain(error) : error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client.close().catch(() => {});
    this.#closing.abort();
  }
}

function openTransport(
  address: McpAddress,
  { signal, onExcess }: Required<Pick<McpFetchOptions, 'signal' | 'onExcess'>>,
): { readonly transport: Transport; readonly output?: ErrorOutput } {
  switch (address.kind) {
    case 'http':
    case 'sse': {
      const { serverUrl, signIn } = address;
      const options = { fetch: makeMcpFetch({ ...address, signal, onExcess }), ...(signIn && { authProvider: signIn }) };
      const Http = address.kind === 'http' ? StreamableHTTPClientTransport : SSEClientTransport;
      return { transport: new Http(serverUrl, options) };
    }
    case 'stdio': {
      const { command, args, env, cwd } = address.command;
      const transport = new StdioClientTransport({
        command,
        args: [...args],
        env: { ...env },
        stderr: 'pipe',
        maxBufferSize: MAX_ANSWER_BYTES,
        ...(cwd !== undefined && { cwd }),
      });
      // The library has no place for a reader of one's own, and its reader rounds large numbers.
      Object.assign(transport, { _readBuffer: new ExactReadBuffer({ maxBufferSize: MAX_ANSWER_BYTES }) });
      signal.addEventListener('abort', () => void transport.close().catch(() => {}), { once: true });
      return { transport, output: new ErrorOutput(transport.stderr as Readable | null, { env, args }) };
    }
    default:
      return address satisfies never;
  }
}
