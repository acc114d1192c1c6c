/**
 * The client of the public conformance suite: `node tests/support/mcp/main.ts URL`. It adds the server as a workspace
 * does, signs in as a person with a browser does, accepts the tools, and calls the first one. One that asks for the
 * schema of another, as it arrived, gets it.
 */

import type { McpListing } from '#lib/mcp/mcp-server.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { SourcedCall } from '#lib/ports/tool-source.ts';
import type { McpServerChange, McpServerRecord, McpServerRepository } from '#server/db/repositories/mcp-server-repository.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { McpServers } from '#server/mcp/mcp-servers.ts';
import { SecretBox } from '#server/secrets/secret-box.ts';
import { freeMeter } from '#tests/support/free-meter.ts';

const workspace = workspaceId('ws_conformance');
const REDIRECT_URL = 'http://localhost:3000/mcp/callback';
const MAX_SIGN_INS = 3;
const ARGUMENTS: Readonly<Record<string, Record<string, unknown>>> = { add_numbers: { a: 5, b: 3 } };

/** It answers with what it is given: whether a client keeps all of a schema. */
const ECHO = 'json_schema_echo';

const url = process.argv.at(-1) ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as { client_id?: string; client_secret?: string };

let record: McpServerRecord = {
  serverId: 'mcp_1',
  name: 'suite',
  displayName: 'suite',
  transport: 'http',
  url,
  commandName: null,
  isEnabled: true,
  headers: {},
  credentialId: null,
  allowTools: null,
  approvals: {},
  timeoutS: 30,
  approved: null,
  found: null,
  apps: [],
  problem: null,
  privateHost: null,
  needsSignIn: false,
  sealedSignIn: null,
  refreshedAt: null,
  createdAt: new Date(0),
  changedAt: new Date(0),
};
let changes = 0;
const repository = {
  list: async () => [record],
  get: async () => record,
  stamp: async () => String(changes),
  async change(_: string, change: McpServerChange) {
    record = { ...record, ...change, changedAt: new Date(++changes) };
    return true;
  },
} as unknown as McpServerRepository;

const hosts = new Set<string>();
const safeFetch = makeSafeFetch({ allowedPrivateHosts: () => [...hosts] });
const servers = new McpServers({
  servers: () => repository,
  // The suite listens on ports of its own choice.
  stream: (to, init) => {
    const { hostname, port } = new URL(to);
    hosts.add(`${hostname}:${port || '80'}`);
    return safeFetch.stream(to, init);
  },
  authorize: () => Promise.reject(new Error('There are no credentials here')),
  secrets: new SecretBox([Buffer.alloc(32, 1)]),
  commands: () => ({}),
  // The address that the suite knows a client by.
  clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
  clock: { now: () => Date.now() },
  version: '1.0.0',
});

const signal = AbortSignal.timeout(60_000);

/** What a browser does: follows the address to the page that it comes back to. */
async function signIn(): Promise<void> {
  const state = `state-${changes}`;
  const registered = context.client_id ? { client_id: context.client_id, client_secret: context.client_secret } : undefined;
  const begun = await servers.beginSignIn(workspace, record, {
    redirectUrl: REDIRECT_URL,
    state,
    signal,
    ...(registered && { client: registered as never }),
  });
  const response = await fetch(begun.url, { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? '', begun.url);
  await servers.finishSignIn(workspace, record, {
    sealed: begun.sealed,
    code: back.searchParams.get('code') ?? '',
    iss: back.searchParams.get('iss') ?? undefined,
    signal,
  });
}

async function read(): Promise<McpListing> {
  for (let signIns = 0; ; signIns++) {
    await servers.refresh(workspace, record, signal);
    if (record.needsSignIn && signIns < MAX_SIGN_INS) await signIn();
    else break;
  }
  const { found } = record;
  if (!found) throw new Error(record.problem ?? 'It offers nothing');
  await repository.change(record.serverId, { approved: found, found: null });
  return found;
}

function nameOf(toolId: string): string {
  return toolId.split('@')[1] ?? '';
}

async function callFirst({ tools: listed }: McpListing): Promise<void> {
  for (let signIns = 0; ; signIns++) {
    servers.invalidate(workspace);
    const tools = Object.values(await servers.toolsOf(workspace));
    const tool = tools.find(({ definition }) => nameOf(definition.id) === ECHO) ?? tools[0];
    if (!tool) return;
    const call: SourcedCall = {
      workspaceId: workspace,
      runId: 'run_1',
      toolCallId: 'call_1',
      idempotencyKey: 'key_1',
      signal,
      meter: freeMeter,
      onProgress: () => {},
      keepFile: async () => null,
      once: (_, send) => send('key_2'),
      mayReach: () => true,
      isHandedOver: () => false,
      ask: () => ({ status: 'confirmed' }),
    };
    try {
      const name = nameOf(tool.definition.id);
      const schema = listed.find((one) => one.name !== ECHO)?.inputSchema;
      await tool.call(name === ECHO ? { schema } : (ARGUMENTS[name] ?? {}), call);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== 'mcp-sign-in' || signIns >= MAX_SIGN_INS) throw error;
      await signIn();
    }
  }
}

await callFirst(await read());
await servers.close();
await safeFetch.close();
