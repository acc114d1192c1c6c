import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import { type A2aServiceRepository, a2aServiceRepository } from './a2a-service-repository.ts';
import { type AgentRepository, agentRepository } from './agent-repository.ts';
import { type ApprovalRepository, approvalRepository } from './approval-repository.ts';
import { type AttentionRepository, attentionRepository } from './attention-repository.ts';
import { type CallerCallRepository, callerCallRepository } from './caller-call-repository.ts';
import { type ChatPageRepository, chatPageRepository } from './chat-page-repository.ts';
import { type CredentialRepository, credentialRepository } from './credential-repository.ts';
import { type DashboardRepository, dashboardRepository } from './dashboard-repository.ts';
import { type DeploymentRepository, deploymentRepository } from './deployment-repository.ts';
import { type KeyRepository, keyRepository } from './key-repository.ts';
import { type McpServerRepository, mcpServerRepository } from './mcp-server-repository.ts';
import { type MonitorRepository, monitorRepository } from './monitor-repository.ts';
import { type PushConfigRepository, pushConfigRepository } from './push-config-repository.ts';
import { type RunRepository, runRepository } from './run-repository.ts';
import { type SessionRepository, sessionRepository } from './session-repository.ts';
import { type ToolServiceRepository, toolServiceRepository } from './tool-service-repository.ts';
import { type TriggerRepository, triggerRepository } from './trigger-repository.ts';
import { type UsageRepository, usageRepository } from './usage-repository.ts';
import { type ValueRepository, valueRepository } from './value-repository.ts';
import { type VersionRepository, versionRepository } from './version-repository.ts';
import { type WebhookRepository, webhookRepository } from './webhook-repository.ts';
import { type WorkflowRepository, workflowRepository } from './workflow-repository.ts';
import { type WorkspaceKeyRepository, workspaceKeyRepository } from './workspace-key-repository.ts';

export type Repositories = {
  readonly workflows: WorkflowRepository;
  readonly runs: RunRepository;
  readonly sessions: SessionRepository;
  readonly approvals: ApprovalRepository;
  readonly attention: AttentionRepository;
  readonly callerCalls: CallerCallRepository;
  readonly dashboards: DashboardRepository;
  readonly deployments: DeploymentRepository;
  readonly chatPages: ChatPageRepository;
  readonly versions: VersionRepository;
  readonly keys: KeyRepository;
  readonly workspaceKeys: WorkspaceKeyRepository;
  readonly usage: UsageRepository;
  readonly monitor: MonitorRepository;
  readonly webhooks: WebhookRepository;
  readonly pushConfigs: PushConfigRepository;
  readonly credentials: CredentialRepository;
  readonly toolServices: ToolServiceRepository;
  readonly triggers: TriggerRepository;
  readonly values: ValueRepository;
  readonly agents: AgentRepository;
  readonly mcpServers: McpServerRepository;
  readonly a2aServices: A2aServiceRepository;
};

/** The latest of a database: they have no state, and each request needs some. */
const last = new WeakMap<Db, { readonly workspaceId: WorkspaceId; readonly repositories: Repositories }>();

/**
 * Everything one workspace can read and change. The only access to rows for the API; every query
 * filters by the workspace.
 * @param db `database.db`, or the argument of an `inTransaction` callback
 */
export function reposFor(db: Db, workspaceId: WorkspaceId): Repositories {
  const known = last.get(db);
  if (known?.workspaceId === workspaceId) return known.repositories;
  const repositories = makeRepositories(db, workspaceId);
  last.set(db, { workspaceId, repositories });
  return repositories;
}

function makeRepositories(db: Db, workspaceId: WorkspaceId): Repositories {
  return {
    workflows: workflowRepository(db, workspaceId),
    runs: runRepository(db, workspaceId),
    sessions: sessionRepository(db, workspaceId),
    approvals: approvalRepository(db, workspaceId),
    attention: attentionRepository(db, workspaceId),
    callerCalls: callerCallRepository(db, workspaceId),
    dashboards: dashboardRepository(db, workspaceId),
    deployments: deploymentRepository(db, workspaceId),
    chatPages: chatPageRepository(db, workspaceId),
    versions: versionRepository(db, workspaceId),
    keys: keyRepository(db, workspaceId),
    workspaceKeys: workspaceKeyRepository(db, workspaceId),
    usage: usageRepository(db, workspaceId),
    monitor: monitorRepository(db, workspaceId),
    webhooks: webhookRepository(db, workspaceId),
    pushConfigs: pushConfigRepository(db, workspaceId),
    credentials: credentialRepository(db, workspaceId),
    toolServices: toolServiceRepository(db, workspaceId),
    triggers: triggerRepository(db, workspaceId),
    values: valueRepository(db, workspaceId),
    agents: agentRepository(db, workspaceId),
    mcpServers: mcpServerRepository(db, workspaceId),
    a2aServices: a2aServiceRepository(db, workspaceId),
  };
}
