import type { Logger } from '#lib/ports/logger.ts';
import type { RunService } from '#lib/ports/run-service.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import type { InternalAgentParts } from '../../a2a-services/internal-agent.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';
import type { PublishedWorkflowStore } from '../../db/stores/published-workflow-store.ts';
import type { FrozenWorkflows } from '../../publish/frozen-workflows.ts';
import { readReplies } from './read-replies.ts';

/** How long a cancelled task has to end. */
const STOP_GRACE_MS = 2000;

type Parts = {
  readonly published: Pick<PublishedWorkflowStore, 'list'>;
  readonly frozen: () => Pick<FrozenWorkflows, 'get'>;
  readonly runs: () => Pick<RunService, 'start' | 'readOutcome' | 'stop'>;
  readonly reposOf: (workspaceId: WorkspaceId) => Repositories;
  readonly log: Pick<Logger, 'error'>;
};

/** What published workflows need to be agents of their own workspace. */
export function makeInternalAgentParts({ published, frozen, runs, reposOf, log }: Parts): InternalAgentParts {
  return {
    published: (workspaceId) => published.list(workspaceId),
    frozen: { get: (documentHash) => frozen().get(documentHash) },
    runs,
    async readReplies(workspaceId, runId) {
      const stored = reposOf(workspaceId).runs;
      const run = await stored.getHead(runId);
      return run ? readReplies(runId, { workflow: await frozen().get(run.documentHash), stored }) : [];
    },
    async stop(workspaceId, runId) {
      const status = await reposOf(workspaceId).runs.requestStop(runId);
      if (!isTerminal(status)) await runs().stop(runId, { graceMs: STOP_GRACE_MS });
    },
    log,
  };
}
