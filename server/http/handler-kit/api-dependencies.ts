import type { AgentRegistry } from '#lib/agents/agent-spec.ts';
import type { MonitorProcess } from '#lib/api/monitor.contract.ts';
import type { ServerFacts } from '#lib/api/settings.contract.ts';
import type { Template } from '#lib/api/templates.contract.ts';
import type { LanguageConfig } from '#lib/i18n/language.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { NodeGuides } from '#lib/node-kit/define-node-guide.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { GraphRegistry } from '#lib/ports/graph-registry.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { ModelDirectory } from '#lib/ports/model-directory.ts';
import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import type { RunService } from '#lib/ports/run-service.ts';
import type { RunStore, WorkspaceId } from '#lib/ports/run-store.ts';
import type { Clock, GuardedFetch, NewId } from '#lib/ports/runtime.ts';
import type { SandboxWall } from '#lib/ports/sandbox.ts';
import type { ToolSource } from '#lib/ports/tool-source.ts';
import type { VoiceModels } from '#lib/ports/voice-models.ts';
import type { ToolRegistry } from '#lib/tools/define-tool.ts';
import type { ToolCatalogue } from '#lib/tools/tool-catalogue.ts';
import type { GraphOutline } from '#lib/workflow/graph-outline.ts';
import type { KnownNames, Validation } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { A2aServices } from '../../a2a-services/a2a-services.ts';
import type { SignIns } from '../../auth/sign-ins.ts';
import type { BackupKeeper } from '../../backup/backup-keeper.ts';
import type { DayBudget } from '../../config/day-budget.ts';
import type { StudioSettings } from '../../config/studio-settings.ts';
import type { TestConnection } from '../../connections/connection-test.ts';
import type { Credentials } from '../../credentials/make-credentials.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';
import type { PublishedVersion } from '../../db/stores/published-workflow-store.ts';
import type { RunSummarizer } from '../../db/stores/run-sums/run-summarizer.ts';
import type { PgTabStore } from '../../db/stores/tab-store.ts';
import type { ArtifactPages } from '../../documents/artifact-pages.ts';
import type { KnowledgeService } from '../../knowledge/knowledge-service.ts';
import type { ClientAddresses } from '../../limits/client-address.ts';
import type { RefusalPaceLimits } from '../../limits/refusal-pace.ts';
import type { StrangerBudgets } from '../../limits/stranger-rates.ts';
import type { McpDirectory } from '../../mcp/make-mcp-directory.ts';
import type { MemoryService } from '../../memory/memory-service.ts';
import type { MakeMeter } from '../../models/outside-meter.ts';
import type { Publishing } from '../../publish/make-publishing.ts';
import type { SkillService } from '../../skills/skill-service.ts';
import type { Files } from '../../storage/open-files.ts';
import type { EventPages } from '../../stream/event-pages.ts';
import type { ProcessMetrics } from '../../telemetry/process-metrics.ts';
import type { TriggerService } from '../../triggers/trigger-service.ts';
import type { BodyLimits } from '../protocol/body-limits.ts';
import type { LocalGuardOptions } from '../protocol/local-guard.ts';
import type { StartOnce } from '../runs/start-once.ts';
import type { OpenStreams } from '../runs/stream-limits.ts';

/** Everything the API works with; `server.ts` and tests hand it in. */
export type ApiDependencies = {
  readonly version: string;
  readonly repos: (workspaceId: WorkspaceId) => Repositories;
  /** The one workspace of local mode. */
  readonly localWorkspaceId: WorkspaceId;
  readonly hub: EventHub;
  readonly runs: RunService;
  /** Of those that come with a key of their own. */
  readonly starts: StartOnce;
  readonly models: Pick<ModelRegistry, 'list'>;
  /** What documents may name as their model. */
  readonly modelNames: () => readonly string[];
  readonly modelDirectory: ModelDirectory;
  readonly dayBudget: DayBudget;
  /** How this server is set up, without any secret. */
  readonly settings: ServerFacts;
  readonly studioSettings: StudioSettings;
  readonly nodes: NodeRegistry;
  readonly nodeGuides: NodeGuides;
  /** What every workspace has. */
  readonly tools: ToolCatalogue & {
    /** What an administrator lets code of models call. */
    readonly codeHosts: readonly string[];
    /** Where workspaces get more tools from. */
    readonly source?: ToolSource | undefined;
  };
  /** HTTP services with tools: `fetch` reads their documents, without credentials. */
  readonly toolServices: { readonly fetch: GuardedFetch; invalidate(workspaceId: WorkspaceId): void };
  readonly agents: AgentRegistry;
  /** LangGraph graphs of the config file. */
  readonly graphs: GraphRegistry;
  /** Tool results that were too large for the log. */
  readonly payloads: Pick<RunStore, 'readPayload'>;
  /** Shipped workflows, in the order lists show them. */
  readonly templates: readonly Template[];
  /** All problems of any JSON; never throws. */
  readonly validate: (document: unknown, known: Pick<KnownNames, 'tools' | 'toolsOff' | 'names'>) => Validation;
  /** The graph that runs of a workflow invoke. @throws {AppError} `workflow-invalid` */
  readonly describeGraph: (workflow: Workflow, tools: ToolRegistry) => Promise<GraphOutline>;
  /** The canonical text of a document. */
  readonly format: (document: Workflow) => string;
  readonly database: {
    readonly kind: 'embedded' | 'server';
    /** Rejects while the database or the queue is unreachable. */
    ping(): Promise<void>;
    /** Statements of strangers that wait for others of strangers. */
    waitingStrangers(): number;
  };
  /** Where code of users runs; `walls` are those around it, undefined until they are measured. */
  readonly sandbox: { readonly place: 'here' | 'remote'; walls(): readonly SandboxWall[] | undefined };
  /** Counts ended runs for dashboards. */
  readonly summaries: Pick<RunSummarizer, 'add' | 'settle'>;
  /** Those that hold runs on this database. */
  readonly processes: () => Promise<MonitorProcess[]>;
  readonly backups: Pick<BackupKeeper, 'take'>;
  /** Counters of the process; undefined where none are read. */
  readonly metrics?:
    | Pick<ProcessMetrics, 'read' | 'countRequest' | 'countHttpError' | 'countWrongCredential' | 'takeRequest'>
    | undefined;
  readonly clients: ClientAddresses;
  /** Rates of those without a key. */
  readonly strangers: StrangerBudgets;
  /** How fast strangers are refused. @defaultValue those of `RefusalPace` */
  readonly refusalLimits?: Partial<RefusalPaceLimits> | undefined;
  /** What bodies of requests may take. @defaultValue `DEFAULT_BODY_LIMITS` */
  readonly bodyLimits?: Partial<BodyLimits> | undefined;
  /** Where requests may come from. */
  readonly guard: LocalGuardOptions;
  /** What the workspace's people have to show; nothing in local mode. */
  readonly adminToken?: string | undefined;
  /** Browsers that have shown it. */
  readonly signIns?: Pick<SignIns, 'add' | 'isValid' | 'remove' | 'removeAll'> | undefined;
  /** Scheme and host of the address that people use, if it is not that of the server itself. */
  readonly publicOrigin?: string | undefined;
  readonly publishing: Publishing;
  /** Triggers of deployed versions. */
  readonly triggers: TriggerService;
  readonly credentials: Credentials;
  /** Of credentials that are connections. */
  readonly testConnection: TestConnection;
  /** MCP servers of workspaces. */
  readonly mcp: McpDirectory;
  /** Agents of A2A as tools. `published`: the workflows of a workspace that can be one. */
  readonly a2aServices: Pick<A2aServices, 'refresh' | 'invalidate'> & {
    published(workspaceId: WorkspaceId): Promise<readonly PublishedVersion[]>;
  };
  /** What pages report about the tabs of conversations. */
  readonly tabs: Pick<PgTabStore, 'put' | 'list'>;
  readonly files: Files;
  /** Slides of presentations. */
  readonly artifactPages: ArtifactPages;
  /** Knowledge bases of workspaces. `invalidate`: the tools of their bases are made again. */
  readonly knowledge: { readonly service: KnowledgeService; invalidate(workspaceId: WorkspaceId): void };
  /** Long-term memory of users. `wake`: there are tasks. */
  readonly memory: { readonly service: MemoryService; wake(): void };
  readonly skills: SkillService;
  /** Charge requests to embedding models, rerankers and models of voice that no run makes. */
  readonly meters: MakeMeter;
  /** Transcription and speech in chats. */
  readonly voice: VoiceModels;
  readonly newId: NewId;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly log: Logger;
  /** Which languages are answered in. @defaultValue all, English first */
  readonly languages?: LanguageConfig | undefined;
  /** Heartbeat interval of a quiet stream. @defaultValue 15000 */
  readonly heartbeatMs?: number;
  /** How long a reader of a stream may take nothing before it is disconnected. @defaultValue 60000 */
  readonly stallMs?: number;
  /** What streams of events share in this process. */
  readonly streams: { readonly pages: EventPages; readonly open: OpenStreams };
};
