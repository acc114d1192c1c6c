import type { ElicitResult, OAuthClientProvider } from '@modelcontextprotocol/client';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { StampedCache } from '#lib/async/stamped-cache.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { privateHostOf } from '#lib/errors/private-host-of.ts';
import { compareTools, isSameTool } from '#lib/mcp/compare-tools.ts';
import { type McpListing, type McpTool, mcpToolId, NO_LISTING } from '#lib/mcp/mcp-server.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { SourcedAnswer, SourcedCall, SourcedTool, ToolSource } from '#lib/ports/tool-source.ts';
import type { McpServerRecord, McpServerRepository } from '../db/repositories/mcp-server-repository.ts';
import type { GuardedStream } from '../fetch/safe-fetch.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { makeElicitation, WaitsForPerson } from './ask-person.ts';
import { isProtocolError, isSignInNeeded, mcpErrorText, unreachable } from './mcp-failure.ts';
import type { Authorize } from './mcp-fetch.ts';
import type { McpAddress, McpCommand, McpSession, ToolCallOptions } from './mcp-session.ts';
import { McpSessions } from './mcp-sessions.ts';
import type { ListedTools } from './read-listing.ts';
import { type AdmittedResult, dataOfResource, type ReadResource, readPromptResult, readToolResult } from './read-result.ts';
import { resultForApp } from './result-for-app.ts';
import { makeSignInProvider } from './sign-in-provider.ts';
import { openSignIn, type SignInState, sealSignIn } from './sign-in-state.ts';
import { throttleProgress } from './throttle-progress.ts';
import { type McpCaller, toSourcedTools } from './to-sourced-tools.ts';

/** Connecting and listing, whatever a server's own limit is. */
const MAX_LISTING_MS = 60_000;

export type McpServersOptions = {
  readonly servers: (workspaceId: WorkspaceId) => McpServerRepository;
  readonly stream: GuardedStream;
  readonly authorize: Authorize;
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
  /** The administrator's list, by name. */
  readonly commands: () => Readonly<Record<string, McpCommand>>;
  readonly clock: Pick<Clock, 'now'>;
  readonly version: string;
  /** Address of a document that describes this client; undefined where the server has no public https address. */
  readonly clientMetadataUrl?: string | undefined;
};

export type SignInRequest = {
  /** Where the browser comes back to. */
  readonly redirectUrl: string;
  readonly state: string;
  /** A registration that exists, for servers without one by the protocol. */
  readonly client?: { readonly client_id: string; readonly client_secret?: string } | undefined;
};

type Tools = Readonly<Record<string, SourcedTool>>;

/** The MCP servers of all workspaces: their tools for runs, and what the page does with them. */
export class McpServers implements ToolSource {
  readonly #options: McpServersOptions;
  readonly #sessions = new McpSessions();
  readonly #tools: StampedCache<WorkspaceId, Tools>;

  constructor(options: McpServersOptions) {
    this.#options = options;
    this.#tools = new StampedCache({
      look: async (workspaceId) => ({
        stamp: await options.servers(workspaceId).stamp(),
        load: () => this.#load(workspaceId),
      }),
      now: elapsedTime(options.clock),
    });
  }

  toolsOf(workspaceId: WorkspaceId): Promise<Tools> {
    return this.#tools.get(workspaceId);
  }

  /** After a change by this process; others find it within two seconds. */
  invalidate(workspaceId: WorkspaceId): void {
    this.#tools.invalidate(workspaceId);
  }

  async #load(workspaceId: WorkspaceId): Promise<Tools> {
    const caller = this.#callerFor(workspaceId);
    const servers = await this.#options.servers(workspaceId).list();
    const tools = servers.flatMap((server) => toSourcedTools(server, caller));
    return Object.fromEntries(tools.map((tool) => [tool.definition.id, tool]));
  }

  /**
   * Reads what a server offers now. The first time a person has to accept it; later, what differs from what was
   * accepted.
   * @returns the record with what was found, or with the problem
   */
  async refresh(workspaceId: WorkspaceId, server: McpServerRecord, signal: AbortSignal): Promise<void> {
    const repository = this.#options.servers(workspaceId);
    await this.#sessions.drop(server.serverId);
    const refreshedAt = new Date(this.#options.clock.now());
    try {
      const session = await this.#open(workspaceId, server, signal);
      const listing = await session.listing(signal).finally(() => session.close());
      await repository.change(server.serverId, {
        ...whatToStore(server, listing),
        problem: null,
        privateHost: null,
        needsSignIn: false,
        refreshedAt,
      });
    } catch (error) {
      signal.throwIfAborted();
      const needsSignIn = isSignInNeeded(error);
      await repository.change(server.serverId, {
        problem: mcpErrorText(error),
        privateHost: privateHostOf(error) ?? null,
        needsSignIn,
        refreshedAt,
      });
    } finally {
      this.invalidate(workspaceId);
    }
  }

  /**
   * Begins a sign-in at the authorization server of an MCP server.
   * @returns the address to which the browser goes
   * @throws {NodeFailure} `mcp-sign-in` when the server has none
   */
  async beginSignIn(
    workspaceId: WorkspaceId,
    server: McpServerRecord,
    { redirectUrl, state, client, signal }: SignInRequest & { signal: AbortSignal },
  ): Promise<{ readonly url: string; readonly sealed: string }> {
    const { clientMetadataUrl, secrets } = this.#options;
    const known = server.sealedSignIn === null ? undefined : openSignIn(server.serverId, server.sealedSignIn, secrets);
    let current: SignInState = { redirectUrl, ...(client && { client }) };
    let url: URL | undefined;
    const provider = await makeSignInProvider({
      read: async () => current,
      write: async (next) => {
        current = next;
      },
      clientMetadataUrl,
      begin: {
        state,
        onRedirect: (to) => {
          url = to;
        },
      },
    });
    const scope = known?.wantedScope;
    await this.#auth(workspaceId, server, provider, { signal, ...(scope !== undefined && { scope }) });
    if (!url || (url.protocol !== 'https:' && !isLoopback(url)))
      throw new NodeFailure('mcp-sign-in', `The MCP server '${server.name}' named no address to sign in at`);
    return { url: url.href, sealed: sealSignIn(server.serverId, current, secrets) };
  }

  /** @throws {NodeFailure} `mcp-sign-in` */
  async finishSignIn(
    workspaceId: WorkspaceId,
    server: McpServerRecord,
    { sealed, code, iss, signal }: { sealed: string; code: string; iss: string | undefined; signal: AbortSignal },
  ): Promise<void> {
    const { secrets, servers } = this.#options;
    let current = openSignIn(server.serverId, sealed, secrets);
    const provider = await makeSignInProvider({
      read: async () => current,
      write: async (next) => {
        current = next;
      },
    });
    await this.#auth(workspaceId, server, provider, { signal, authorizationCode: code, ...(iss !== undefined && { iss }) });
    const { codeVerifier: _, ...kept } = current;
    await servers(workspaceId).change(server.serverId, {
      sealedSignIn: sealSignIn(server.serverId, kept, secrets),
      needsSignIn: false,
      problem: null,
      privateHost: null,
    });
    await this.#sessions.drop(server.serverId);
    this.invalidate(workspaceId);
  }

  async drop(serverId: string): Promise<void> {
    await this.#sessions.drop(serverId);
  }

  async close(): Promise<void> {
    await this.#sessions.close();
  }

  async #auth(
    workspaceId: WorkspaceId,
    server: McpServerRecord,
    provider: OAuthClientProvider,
    { signal, ...options }: { signal: AbortSignal; authorizationCode?: string; iss?: string; scope?: string },
  ): Promise<void> {
    const [{ auth, extractWWWAuthenticateParams }, { makeMcpFetch }] = await Promise.all([
      import('@modelcontextprotocol/client'),
      import('./mcp-fetch.ts'),
    ]);
    const serverUrl = new URL(server.url ?? '');
    const fetchFn = makeMcpFetch({ ...this.#fetchOptions(workspaceId, server, serverUrl), signal });
    try {
      const challenge = options.authorizationCode === undefined ? await challengeOf(serverUrl, fetchFn) : undefined;
      const { resourceMetadataUrl, scope } = challenge ? extractWWWAuthenticateParams(challenge) : {};
      await auth(provider, {
        serverUrl,
        fetchFn,
        ...(resourceMetadataUrl && { resourceMetadataUrl }),
        ...(scope !== undefined && { scope }),
        ...options,
      });
    } catch (error) {
      signal.throwIfAborted();
      throw new NodeFailure('mcp-sign-in', `The sign-in at the MCP server '${server.name}' failed: ${mcpErrorText(error)}`, {
        cause: error,
      });
    }
  }

  #callerFor(workspaceId: WorkspaceId): McpCaller {
    return {
      callTool: (server, tool, input, call) => this.#callTool(workspaceId, server, { tool, input, call }),
      readResource: async (server, input, { signal }) =>
        dataOfResource(await this.readResource(workspaceId, server, String(input.uri), signal)),
      getPrompt: async (server, input, { signal }) => {
        const options = { signal, timeoutMs: server.timeoutS * 1000 };
        const parameters = input.arguments as Record<string, string>;
        return readPromptResult(
          await this.#use(workspaceId, server, signal, (session) => session.getPrompt(String(input.name), parameters, options)),
        );
      },
    };
  }

  async #callTool(
    workspaceId: WorkspaceId,
    server: McpServerRecord,
    { tool, input, call }: { tool: McpTool; input: Readonly<Record<string, unknown>>; call: SourcedCall },
  ): Promise<SourcedAnswer> {
    const waiting = new AbortController();
    const answer = makeElicitation(server.displayName, call.ask);
    const onElicit = async (params: Parameters<typeof answer>[0]): Promise<ElicitResult> => {
      try {
        return answer(params);
      } catch (error) {
        if (!(error instanceof WaitsForPerson)) throw error;
        // The call ends here, without an answer, and is made again with the decision.
        waiting.abort(error);
        return new Promise(() => {});
      }
    };
    try {
      const result = await this.#callUnchanged(
        workspaceId,
        server,
        { tool, input },
        {
          signal: AbortSignal.any([call.signal, waiting.signal]),
          idempotencyKey: call.idempotencyKey,
          onProgress: throttleProgress(call.onProgress, elapsedTime(this.#options.clock)),
          onElicit,
        },
      );
      return { ...readToolResult(result, tool.outputSchema), ...resultForApp(server, tool, result) };
    } catch (error) {
      if (waiting.signal.aborted && !call.signal.aborted) return 'waiting';
      throw error;
    }
  }

  /** A call that an app makes, without a person who could answer questions. @throws {NodeFailure} */
  callForApp(
    workspaceId: WorkspaceId,
    server: McpServerRecord,
    call: { readonly tool: McpTool; readonly input: Readonly<Record<string, unknown>> },
    { signal, idempotencyKey }: { readonly signal: AbortSignal; readonly idempotencyKey: string },
  ): Promise<AdmittedResult> {
    const onElicit = async (): Promise<ElicitResult> => ({ action: 'cancel' });
    return this.#callUnchanged(workspaceId, server, call, { signal, idempotencyKey, onProgress: () => {}, onElicit });
  }

  /** @throws {NodeFailure} */
  readResource(workspaceId: WorkspaceId, server: McpServerRecord, uri: string, signal: AbortSignal): Promise<ReadResource> {
    const options = { signal, timeoutMs: server.timeoutS * 1000 };
    return this.#use(workspaceId, server, signal, (session) => session.readResource(uri, options));
  }

  #callUnchanged(
    workspaceId: WorkspaceId,
    server: McpServerRecord,
    { tool, input }: { readonly tool: McpTool; readonly input: Readonly<Record<string, unknown>> },
    options: Omit<ToolCallOptions, 'timeoutMs'>,
  ): Promise<AdmittedResult> {
    return this.#use(workspaceId, server, options.signal, async (session) => {
      await this.#assertUnchanged(workspaceId, server, tool, await session.tools(options.signal));
      return session.callTool(tool, input, { ...options, timeoutMs: server.timeoutS * 1000 });
    });
  }

  /** Only approved tools are called: a server that changes one is stopped before the call. */
  async #assertUnchanged(workspaceId: WorkspaceId, server: McpServerRecord, tool: McpTool, listed: ListedTools): Promise<void> {
    const now = listed.tools.find(({ name }) => name === tool.name);
    if (now && isSameTool(now, tool)) return;
    const found: McpListing = { ...(server.approved ?? NO_LISTING), ...listed };
    await this.#options.servers(workspaceId).change(server.serverId, whatToStore(server, found));
    this.invalidate(workspaceId);
    const what = now ? 'changed' : 'withdrew';
    throw new NodeFailure(
      'mcp-tool-changed',
      `The MCP server '${server.name}' ${what} the tool ${mcpToolId(server.name, tool.name)} after it was approved, so it was not called`,
      { hint: 'Look at the difference on the page MCP servers, and accept it if it is harmless' },
    );
  }

  async #use<T>(
    workspaceId: WorkspaceId,
    server: McpServerRecord,
    signal: AbortSignal,
    work: (session: McpSession) => Promise<T>,
  ): Promise<T> {
    const { serverId, changedAt, transport } = server;
    try {
      return await this.#sessions.use(
        serverId,
        {
          key: `${changedAt.getTime()}`,
          isSingle: transport === 'stdio',
          open: () => this.#open(workspaceId, server, signal),
          signal,
        },
        work,
      );
    } catch (error) {
      signal.throwIfAborted();
      if (NodeFailure.is(error) || error instanceof WaitsForPerson) throw error;
      if (isProtocolError(error)) throw new NodeFailure('tool-failed', mcpErrorText(error), { cause: error });
      const failure = unreachable(server.name, error);
      if (failure.code === 'mcp-sign-in') {
        await this.#options.servers(workspaceId).change(serverId, { needsSignIn: true });
        this.invalidate(workspaceId);
      }
      throw failure;
    }
  }

  async #open(workspaceId: WorkspaceId, server: McpServerRecord, signal: AbortSignal): Promise<McpSession> {
    const { McpSession: Session } = await import('./mcp-session.ts');
    const timeoutMs = Math.min(server.timeoutS * 1000, MAX_LISTING_MS);
    return Session.open(await this.#addressOf(workspaceId, server), { version: this.#options.version, timeoutMs, signal });
  }

  async #addressOf(workspaceId: WorkspaceId, server: McpServerRecord): Promise<McpAddress> {
    const { transport, url, commandName, name } = server;
    if (transport === 'stdio') {
      const commands = this.#options.commands();
      const command = commandName !== null && Object.hasOwn(commands, commandName) ? commands[commandName] : undefined;
      if (command) return { kind: 'stdio', command };
      throw new NodeFailure(
        'mcp-unreachable',
        `The MCP server '${name}' runs the command '${commandName}', which the config file does not list`,
        {
          hint: 'Ask the administrator to add it under mcp.commands',
        },
      );
    }
    const serverUrl = new URL(url ?? '');
    return {
      kind: transport,
      ...this.#fetchOptions(workspaceId, server, serverUrl),
      signIn: server.sealedSignIn === null ? undefined : await this.#storedSignIn(workspaceId, server.serverId),
    };
  }

  #fetchOptions(workspaceId: WorkspaceId, { headers, credentialId }: McpServerRecord, serverUrl: URL) {
    const { stream, authorize } = this.#options;
    return {
      stream,
      authorize,
      serverUrl,
      headers,
      credential: credentialId === null ? undefined : { workspaceId, credentialId },
    };
  }

  #storedSignIn(workspaceId: WorkspaceId, serverId: string): Promise<OAuthClientProvider> {
    const { secrets, servers } = this.#options;
    const repository = servers(workspaceId);
    return makeSignInProvider({
      async read() {
        const sealed = (await repository.get(serverId))?.sealedSignIn;
        return sealed ? openSignIn(serverId, sealed, secrets) : { redirectUrl: '' };
      },
      write: async (state) => void (await repository.change(serverId, { sealedSignIn: sealSignIn(serverId, state, secrets) })),
    });
  }
}

/** A listing is stored as found while it differs from the accepted one, or there is no accepted one. */
function whatToStore({ approved }: McpServerRecord, listing: McpListing): { approved?: McpListing; found: McpListing | null } {
  if (!approved) return { found: listing };
  const isSame = compareTools(approved.tools, listing.tools).every(({ state }) => state === 'approved');
  // Resources and prompts are not pinned: nothing of them reaches a model unasked but their names.
  return isSame ? { approved: listing, found: null } : { found: listing };
}

/** The refusal of a request without a token. It says where to sign in, and for which scope. */
async function challengeOf(serverUrl: URL, fetchFn: typeof fetch): Promise<Response | undefined> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' });
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const response = await fetchFn(serverUrl, { method: 'POST', headers, body });
  await response.body?.cancel();
  return response.status === 401 ? response : undefined;
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
