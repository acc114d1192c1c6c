import { loadOnce } from '#lib/async/load-once.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { GuardedFetch } from '#lib/ports/runtime.ts';
import type { LiveConfig } from '#server/config/live-config.ts';
import { makeCredentials } from '#server/credentials/make-credentials.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import type { RateStore } from '#server/db/stores/rate-store.ts';
import { ToolServiceStore } from '#server/db/stores/tool-service-store.ts';
import { clientMetadataUrlOf } from '#server/mcp/client-metadata-url.ts';
import { McpServers } from '#server/mcp/mcp-servers.ts';
import { shareRates } from '#server/models/share-rates.ts';
import { LOCAL_WORKSPACE } from '#server/process/local-workspace.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { importSafeFetch } from '#server/runtime/import-safe-fetch.ts';
import type { SecretBox } from '#server/secrets/secret-box.ts';
import { ToolServices } from '#server/tool-services/tool-services.ts';

type OpenOutgoing = {
  readonly database: Pick<Database, 'pool' | 'db'>;
  readonly liveConfig: LiveConfig;
  readonly secrets: SecretBox;
  /** Undefined for a process that shares its rate limits with no other one. */
  readonly rates: RateStore | undefined;
  readonly log: Logger;
  /** Of the product. */
  readonly version: string;
};

export type Outgoing = ReturnType<typeof openOutgoing>;

/** What reaches other servers: the guarded fetch, credentials, connections, models, tool services and MCP servers. */
export function openOutgoing({ database: { pool, db }, liveConfig, secrets, rates, log, version }: OpenOutgoing) {
  const nodeFetch = loadOnce(() => importSafeFetch(liveConfig));
  // Webhooks have their own connections, so that a receiver that hangs delays no node that calls
  // the same origin.
  const webhookFetch = loadOnce(() => importSafeFetch(liveConfig));
  const fetch: GuardedFetch = async (url, init) => (await nodeFetch.load())(url, init);
  const credentials = makeCredentials({ pool, secrets, fetch, clock: systemClock, log });
  /** Of the one workspace whose models and search engine the config file sets. */
  const authorize = (credentialId: string, request: Parameters<typeof credentials.authorizeRequest>[1]) =>
    credentials.authorizeRequest({ workspaceId: LOCAL_WORKSPACE, credentialId }, request);
  const models = loadOnce(async () => {
    const { makeLiveModelRegistry } = await import('#server/models/live-model-registry.ts');
    return makeLiveModelRegistry(() => liveConfig.current, {
      makeRateWindow: rates && (await shareRates(rates, log)),
      authorize,
    });
  });
  const mcpClientMetadataUrl = clientMetadataUrlOf(liveConfig.base.public_url);
  const mcp = new McpServers({
    servers: (workspaceId) => reposFor(db, workspaceId).mcpServers,
    stream: async (url, init) => (await nodeFetch.load()).stream(url, init),
    authorize: credentials.authorizeRequest,
    secrets,
    commands: () => liveConfig.mcpCommands,
    clientMetadataUrl: mcpClientMetadataUrl,
    clock: systemClock,
    version,
  });
  return {
    fetch,
    /** Loads the modules of `fetch` before the first request. */
    loadFetch: nodeFetch.load,
    webhookFetch: (async (url, init) => (await webhookFetch.load())(url, init)) satisfies GuardedFetch,
    credentials,
    authorize,
    /** For protocols other than HTTP. */
    connections: {
      open: credentials.open,
      hosts: {
        allowedPrivateHosts: () => liveConfig.current.http.allowed_private_hosts,
        refreshAllowed: () => liveConfig.refresh(),
      },
    },
    models,
    toolServices: new ToolServices({ store: new ToolServiceStore(pool), fetch: credentials.fetch, clock: systemClock }),
    mcp,
    mcpClientMetadataUrl,
    async close(): Promise<void> {
      await mcp.close();
      await models.close();
      await nodeFetch.close();
      await webhookFetch.close();
    },
  };
}
