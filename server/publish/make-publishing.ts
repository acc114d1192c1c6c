import type pg from 'pg';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock, GuardedFetch } from '#lib/ports/runtime.ts';
import { ApiKeyAuthenticator } from '../auth/api-key-authenticator.ts';
import { VisitorTokens } from '../auth/visitor-tokens.ts';
import { WorkspaceKeyAuthenticator } from '../auth/workspace-key-authenticator.ts';
import { EndpointStore } from '../db/stores/endpoint-store.ts';
import { PublishedWorkflowStore } from '../db/stores/published-workflow-store.ts';
import { PushStore } from '../db/stores/push-store.ts';
import type { RateStore } from '../db/stores/rate-store.ts';
import { WebhookStore } from '../db/stores/webhook-store.ts';
import { WorkspaceKeyStore } from '../db/stores/workspace-key-store.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { ChatPages } from './chat-pages.ts';
import { EndpointOrigins } from './endpoint-origins.ts';
import { FrozenWorkflows } from './frozen-workflows.ts';
import { PushSender } from './push-sender.ts';
import { readPushedTask } from './read-pushed-task.ts';
import { WebhookSender } from './webhook-sender.ts';
import { WorkflowTools } from './workflow-tools.ts';

/** Dependencies of published endpoints besides the engine. */
export type Publishing = {
  readonly keyAuthenticator: ApiKeyAuthenticator;
  /** Keys of whole workspaces. */
  readonly workspaceKeys: WorkspaceKeyAuthenticator;
  readonly chatPages: ChatPages;
  readonly frozen: FrozenWorkflows;
  readonly webhooks: WebhookSender;
  /** Push notifications of A2A. */
  readonly pushes: PushSender;
  readonly workflowTools: WorkflowTools;
  /** Deployments whose agent card is read without a key. */
  readonly publicCards: Pick<EndpointStore, 'findPublicCard' | 'listPublicCards'>;
  /** Pages that may call a deployment. */
  readonly origins: EndpointOrigins;
};

export type PublishingParts = {
  readonly pool: pg.Pool;
  readonly hub: EventHub;
  readonly nodes: NodeRegistry;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  readonly log: Logger;
  readonly secrets: SecretBox;
  /** Of keys, if other processes share the database. */
  readonly rates?: RateStore | undefined;
};

export function makePublishing({ pool, hub, nodes, fetch, clock, log, secrets, rates }: PublishingParts): Publishing {
  const store = new EndpointStore(pool);
  const pushes = new PushStore(pool);
  const chatPages = new ChatPages({ store, tokens: new VisitorTokens(secrets), clock });
  return {
    keyAuthenticator: new ApiKeyAuthenticator({ store, visitors: chatPages, clock, log, rates }),
    workspaceKeys: new WorkspaceKeyAuthenticator({ store: new WorkspaceKeyStore(pool), clock, log, rates }),
    chatPages,
    publicCards: store,
    origins: new EndpointOrigins(store),
    frozen: new FrozenWorkflows({ store, nodes }),
    workflowTools: new WorkflowTools({ published: new PublishedWorkflowStore(pool), documents: store, nodes, clock }),
    webhooks: new WebhookSender({ store: new WebhookStore(pool), secrets, hub, fetch, clock, log }),
    pushes: new PushSender({ store: pushes, secrets, hub, fetch, clock, log, readTask: (due) => readPushedTask(due, pushes) }),
  };
}
