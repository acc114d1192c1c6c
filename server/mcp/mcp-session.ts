import {
  type CallToolResult,
  Client,
  type ElicitRequest,
  type ElicitResult,
  type GetPromptResult,
  type OAuthClientProvider,
  type ReadResourceResult,
  type ResponseCacheStore,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { APP_EXTENSION, APP_MIME_TYPE } from '#lib/mcp/mcp-app.ts';
import type { McpListing, McpTool } from '#lib/mcp/mcp-server.ts';
import { MAX_ANSWER_BYTES, type McpFetchOptions, makeMcpFetch } from './mcp-fetch.ts';
import { readListing } from './read-listing.ts';
import { schemaValidator } from './schema-validator.ts';

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

const IDEMPOTENCY_KEY = 'threadloom/idempotency-key';

type Opened = {
  readonly listing: McpListing;
  readonly closing: AbortController;
  /** Why the connection was closed, when an answer was too large. */
  readonly readExcess: () => Error | undefined;
};

/**
 * One connection to a server, for one call at a time: what the server asks meanwhile belongs to that call.
 * @throws whatever the protocol's library throws; `describeMcpError` words it
 */
export class McpSession {
  readonly listing: McpListing;
  readonly #client: Client;
  readonly #closing: AbortController;
  readonly #readExcess: Opened['readExcess'];
  #call: Pick<ToolCallOptions, 'onElicit'> | undefined;
  #isStale = false;

  static async open(address: McpAddress, { version, timeoutMs, signal }: SessionOptions): Promise<McpSession> {
    const closing = new AbortController();
    const client = new Client(
      { name: 'threadloom', version },
      {
        capabilities: {
          elicitation: { form: {}, url: {} },
          extensions: { [APP_EXTENSION]: { mimeTypes: [APP_MIME_TYPE] } },
        },
        jsonSchemaValidator: schemaValidator,
        versionNegotiation: { mode: 'auto' },
        responseCacheStore: noCache,
      },
    );
    let excess: Error | undefined;
    const onExcess = (error: Error) => {
      excess = error;
      void client.close().catch(() => {});
    };
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const onAbort = () => closing.abort(deadline.reason);
    deadline.addEventListener('abort', onAbort, { once: true });
    try {
      const transport = openTransport(address, { signal: closing.signal, onExcess });
      await client.connect(transport, { signal: deadline, timeout: timeoutMs });
      const listing = await readListing(client, deadline);
      return new McpSession(client, { listing, closing, readExcess: () => excess });
    } catch (error) {
      closing.abort();
      await client.close().catch(() => {});
      signal.throwIfAborted();
      throw excess ?? error;
    } finally {
      deadline.removeEventListener('abort', onAbort);
    }
  }

  private constructor(client: Client, { listing, closing, readExcess }: Opened) {
    this.#client = client;
    this.listing = listing;
    this.#closing = closing;
    this.#readExcess = readExcess;
    const markStale = () => {
      this.#isStale = true;
    };
    client.onclose = markStale;
    client.setNotificationHandler('notifications/tools/list_changed', markStale);
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      // Outside of a call there is no node that could ask a person.
      if (!this.#call) return { action: 'cancel' };
      return this.#call.onElicit(params);
    });
  }

  /** The connection ended, or the server says that its tools changed: another session has to be opened. */
  get isStale(): boolean {
    return this.#isStale;
  }

  async callTool(tool: McpTool, input: Readonly<Record<string, unknown>>, options: ToolCallOptions): Promise<CallToolResult> {
    this.#call = options;
    try {
      return await this.#answerOf(
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
            toolDefinition: {
              name: tool.name,
              inputSchema: { ...tool.inputSchema, type: 'object' },
              ...(tool.outputSchema && { outputSchema: { ...tool.outputSchema } }),
            },
          },
        ),
      );
    } finally {
      this.#call = undefined;
    }
  }

  readResource(uri: string, { signal, timeoutMs }: CallOptions): Promise<ReadResourceResult> {
    return this.#answerOf(this.#client.readResource({ uri }, { signal, timeout: timeoutMs }));
  }

  getPrompt(name: string, parameters: Record<string, string>, { signal, timeoutMs }: CallOptions): Promise<GetPromptResult> {
    return this.#answerOf(this.#client.getPrompt({ name, arguments: parameters }, { signal, timeout: timeoutMs }));
  }

  /** An answer that was too large closes the connection: throws the reason and not the closing. */
  async #answerOf<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw this.#readExcess() ?? error;
    }
  }

  async close(): Promise<void> {
    this.#isStale = true;
    await this.#client.close().catch(() => {});
    this.#closing.abort();
  }
}

function openTransport(
  address: McpAddress,
  { signal, onExcess }: Required<Pick<McpFetchOptions, 'signal' | 'onExcess'>>,
): Transport {
  switch (address.kind) {
    case 'http':
    case 'sse': {
      const { serverUrl, signIn } = address;
      const options = { fetch: makeMcpFetch({ ...address, signal, onExcess }), ...(signIn && { authProvider: signIn }) };
      return address.kind === 'http'
        ? new StreamableHTTPClientTransport(serverUrl, options)
        : new SSEClientTransport(serverUrl, options);
    }
    case 'stdio': {
      const { command, args, env, cwd } = address.command;
      const transport = new StdioClientTransport({
        command,
        args: [...args],
        env: { ...env },
        stderr: 'ignore',
        maxBufferSize: MAX_ANSWER_BYTES,
        ...(cwd !== undefined && { cwd }),
      });
      signal.addEventListener('abort', () => void transport.close().catch(() => {}), { once: true });
      return transport;
    }
    default:
      return address satisfies never;
  }
}
