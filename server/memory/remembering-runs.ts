import { ForwardingRunService } from '#lib/ports/forwarding-run-service.ts';
import type { RunService, StartedRun, StartRun } from '#lib/ports/run-service.ts';
import type { NewId } from '#lib/ports/runtime.ts';
import { WORKSPACE_OWNER } from '#lib/run/owner.ts';
import type { MemoryTaskStore } from '../db/stores/memory/task-store.ts';
import type { MemoryOwner, MemoryUserStore } from '../db/stores/memory/user-store.ts';
import { taskSettingsOf } from './task-settings.ts';

type Stores = {
  readonly users: MemoryUserStore;
  readonly tasks: MemoryTaskStore;
  /** Gets the runs that are to be remembered at their end. */
  readonly openRuns: Set<string>;
  readonly newId: NewId;
};

/** Stores, before a run of a workflow that remembers its users, whose it is and that it is to be remembered. */
export class RememberingRuns extends ForwardingRunService {
  readonly #stores: Stores;

  constructor(runs: RunService, stores: Stores) {
    super(() => runs);
    this.#stores = stores;
  }

  override async start(run: StartRun): Promise<StartedRun> {
    const owner = ownerOf(run);
    if (!owner) return super.start(run);
    const { users, tasks, openRuns, newId } = this.#stores;
    const { workspaceId, workflow, runId = newId('run') } = run;
    const userId = await users.open(workspaceId, owner, newId('mu'));
    // A fork, or a part of a workflow, is a trial of what a user did already.
    const isSkipped = run.fork !== undefined || run.part?.until !== undefined;
    const settings = JSON.stringify(taskSettingsOf(workflow));
    await tasks.add({ workspaceId, runId, userId, settings }, { isSkipped });
    if (!isSkipped) openRuns.add(runId);
    try {
      return await super.start({ ...run, runId });
    } catch (error) {
      openRuns.delete(runId);
      await tasks.drop(runId).catch(() => {});
      throw error;
    }
  }
}

/**
 * Whom a run is for. Callers of a published workflow who name no user may be several people, so
 * nothing is kept of them. A draft is tried by one person.
 */
function ownerOf({ workflow, workflowId, mode, deployment }: StartRun): MemoryOwner | undefined {
  if (workflow.settings.memory?.enabled !== true) return undefined;
  if (mode === 'draft') return workflowId === undefined ? undefined : { workflowId, owner: WORKSPACE_OWNER };
  if (deployment?.user === undefined || deployment.user === '') return undefined;
  const { slug, user, owner } = deployment;
  return { slug, user, owner };
}
