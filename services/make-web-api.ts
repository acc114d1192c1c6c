import type { Logger } from '#lib/ports/logger.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import { nodeGuides } from '#nodes/guides.gen.ts';
import type { SignIns } from '#server/auth/sign-ins.ts';
import { makeDayBudget } from '#server/config/day-budget.ts';
import type { Environment } from '#server/config/environment.ts';
import { toLanguageConfig } from '#server/config/language-config.ts';
import { makeStudioSettings } from '#server/config/studio-settings.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { makeApiListener } from '#server/http/api/make-api-listener.ts';
import type { ApiDependencies } from '#server/http/handler-kit/api-dependencies.ts';
import type { LocalGuardOptions } from '#server/http/protocol/local-guard.ts';
import { describeSettings } from '#server/http/resources/describe-settings.ts';
import { OpenStreams } from '#server/http/runs/stream-limits.ts';
import { NotificationSockets } from '#server/http/socket/notification-sockets.ts';
import { ClientAddresses } from '#server/limits/client-address.ts';
import { StrangerBudgets } from '#server/limits/stranger-rates.ts';
import { makeMcpDirectory } from '#server/mcp/make-mcp-directory.ts';
import { listModelNames, listModels } from '#server/models/configured-models.ts';
import { makeModelSettings } from '#server/models/model-settings.ts';
import { LOCAL_WORKSPACE } from '#server/process/local-workspace.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { EventPages } from '#server/stream/event-pages.ts';
import { readTemplates } from '#server/templates/read-templates.ts';
import type { Services } from './open-services.ts';

type WebApi = {
  readonly services: Services;
  readonly environment: Environment;
  readonly database: Database;
  readonly log: Logger;
  readonly version: string;
  readonly guard: LocalGuardOptions;
  /** Undefined without a token. */
  readonly signIns: SignIns | undefined;
  readonly publicOrigin: string | undefined;
  readonly templatesFolder: string;
};

/** The HTTP API of the web process, and its sockets. */
export async function makeWebApi(options: WebApi) {
  const { services, environment, database, log, version, guard, signIns, publicOrigin, templatesFolder } = options;
  const { liveConfig, distribution, sandbox, tools, nodes, agents } = services;
  const config = liveConfig.base;
  const templates = await readTemplates(templatesFolder);
  const deps: ApiDependencies = {
    version,
    repos: (workspace: WorkspaceId) => reposFor(database.db, workspace),
    localWorkspaceId: LOCAL_WORKSPACE,
    hub: distribution.hub,
    runs: services.runs,
    starts: services.starts,
    meters: services.meters,
    voice: services.voice,
    models: { list: () => listModels(liveConfig.current) },
    modelNames: () => listModelNames(liveConfig.current),
    modelDirectory: makeModelSettings({
      config: liveConfig,
      secrets: services.secrets,
      tryOut: services.tryModel,
      listOffered: services.listOfferedModels,
    }),
    dayBudget: makeDayBudget(liveConfig),
    settings: describeSettings({ environment, config, version, database: database.kind }),
    studioSettings: makeStudioSettings({
      config: liveConfig,
      secrets: services.secrets,
      toolIds: Object.keys(tools.definitions).sort(),
    }),
    nodes,
    nodeGuides,
    tools,
    agents,
    graphs: services.graphs,
    payloads: services.store,
    templates: templates.map(({ workflow, ...template }) => ({
      ...template,
      nodeCount: workflow.nodes.length,
      document: workflow,
    })),
    validate: (document, known) => validateWorkflow(document, nodes, { ...known, agents, triggers: services.triggerKinds }),
    describeGraph: services.describeGraph,
    format: formatWorkflow,
    database: { kind: database.kind, ping: services.ping, waitingStrangers: () => database.pool.waitingStrangers },
    metrics: services.metrics,
    backups: services.backups,
    languages: toLanguageConfig(config),
    streams: {
      pages: new EventPages(),
      open: new OpenStreams({
        maxPerKey: config.streams.max_per_key,
        maxPerRun: config.streams.max_per_run,
        max: config.streams.max,
      }),
    },
    clients: new ClientAddresses(config.trusted_proxies),
    strangers: new StrangerBudgets({ clock: systemClock }),
    bodyLimits: {
      visitorFileBytes: config.files.visitor_file_bytes,
      strangerBytesPerDay: config.files.visitor_bytes_per_day,
      keyBytesPerDay: config.files.key_bytes_per_day,
    },
    sandbox: { place: config.sandbox.remote ? 'remote' : 'here', walls: () => sandbox.knownWalls },
    summaries: services.summaries,
    processes: () => distribution.leases.list(),
    guard,
    adminToken: environment.adminToken,
    signIns,
    publicOrigin,
    publishing: services.publishing,
    triggers: services.triggers,
    mcp: makeMcpDirectory(services.mcp, {
      commandNames: () => Object.keys(liveConfig.mcpCommands),
      clientMetadataUrl: services.mcpClientMetadataUrl,
    }),
    credentials: services.credentials,
    testConnection: services.testConnection,
    toolServices: services.toolServices,
    a2aServices: services.a2aServices,
    tabs: services.tabs,
    files: services.files,
    artifactPages: services.artifactPages,
    knowledge: services.knowledge,
    memory: { service: services.memory, wake: () => services.remembering.wake() },
    skills: services.skills,
    newId: services.newId,
    clock: systemClock,
    log,
  };
  return { listener: makeApiListener(deps), sockets: new NotificationSockets({ deps, notices: services.notices }) };
}
