import type { AgentAnswer } from '#lib/a2a/agent-answer.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { RunOutcome, RunService } from '#lib/ports/run-service.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { answerText } from '#lib/run/answer-text.ts';
import type { Owner } from '#lib/run/owner.ts';
import { startInputsOf } from '#lib/workflow/map-trigger-event.ts';
import { conversationInputs } from '../conversation/conversation-inputs.ts';
import type { A2aServiceRecord } from '../db/repositories/a2a-service-repository.ts';
import type { PublishedVersion } from '../db/stores/published-workflow-store.ts';
import { logLostOutcome } from '../process/log-lost-outcome.ts';
import type { FrozenWorkflows } from '../publish/frozen-workflows.ts';

/** What a message gives the run of a published workflow. */
export type InternalMessage = {
  readonly runId: string;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>> | undefined;
};

export type CallingRun = { readonly owner: Owner; readonly keyId: string | null };

export type InternalAgentParts = {
  readonly published: (workspaceId: WorkspaceId) => Promise<readonly PublishedVersion[]>;
  readonly frozen: Pick<FrozenWorkflows, 'get'>;
  readonly runs: () => Pick<RunService, 'start' | 'readOutcome'>;
  /** What the `reply` nodes of a run said, in the version that it is a run of. */
  readonly readReplies: (workspaceId: WorkspaceId, runId: string) => Promise<readonly string[]>;
  readonly stop: (workspaceId: WorkspaceId, runId: string) => Promise<void>;
  readonly log: Pick<Logger, 'error'>;
};

export type InternalAgentOptions = InternalAgentParts & {
  readonly workspaceId: WorkspaceId;
  readonly service: A2aServiceRecord;
};

/** A published workflow of the same workspace. A task is a run of the version that is published when it begins. */
export class InternalAgent {
  readonly #options: InternalAgentOptions;

  constructor(options: InternalAgentOptions) {
    this.#options = options;
  }

  /**
   * Starting it again under the same id makes no second run.
   * @param caller the run that gives the task: whose it is, and its key where that has a budget
   * @throws {NodeFailure}
   */
  async send({ runId, text, data = {} }: InternalMessage, { owner, keyId }: CallingRun): Promise<AgentAnswer> {
    const { runs, workspaceId, service, log } = this.#options;
    const { endUser, displayName } = service;
    const { slug, version, workflowId, documentHash } = await this.#version();
    const workflow = await this.#options.frozen.get(documentHash);
    const declared = startInputsOf(workflow);
    try {
      const said = [{ role: 'user', content: text, files: [] } as const];
      const inputs = text === '' ? data : conversationInputs(said, { declared, given: data as Given, field: 'message' });
      const started = await runs().start({
        runId,
        workspaceId,
        workflow,
        workflowId,
        inputs,
        mode: 'deployed',
        deployment: { slug, version, owner, ...(endUser !== null && { user: endUser }) },
        origin: { surface: 'a2a', client: 'threadloom' },
        ...(keyId !== null && { keyId }),
      });
      logLostOutcome(started, log);
      await started.accepted;
    } catch (error) {
      if (!AppError.is(error)) throw error;
      throw new NodeFailure('a2a-refused', `${displayName} did not take the message: ${error.message}`, { cause: error });
    }
    return { state: 'submitted', text: '', data: null, taskId: runId, contextId: null };
  }

  async getTask(runId: string): Promise<AgentAnswer> {
    const outcome = await this.#options.runs().readOutcome(runId);
    const task = { taskId: runId, contextId: null, data: null };
    if (!outcome) return { ...task, state: 'working', text: '' };
    if (outcome.status === 'waiting') return { ...task, state: 'working', text: waitingText(outcome) };
    if (outcome.status !== 'succeeded') {
      const state = outcome.status === 'cancelled' ? 'canceled' : 'failed';
      return { ...task, state, text: outcome.error?.message ?? '' };
    }
    const { outputs } = outcome;
    const { workspaceId, readReplies } = this.#options;
    const replies = await readReplies(workspaceId, runId);
    return { ...task, state: 'completed', text: answerText(replies, outputs), data: outputs };
  }

  cancelTask(runId: string): Promise<void> {
    return this.#options.stop(this.#options.workspaceId, runId);
  }

  async #version(): Promise<PublishedVersion> {
    const { published, workspaceId, service } = this.#options;
    const found = (await published(workspaceId)).find(({ slug }) => slug === service.slug);
    if (found) return found;
    throw new NodeFailure('a2a-refused', `There is no published workflow ${service.slug} any more`);
  }
}

type Given = Parameters<typeof conversationInputs>[1]['given'];

/** A person decides in the studio, and not the agent that gave the task. */
function waitingText({ approvals = [] }: RunOutcome): string {
  return approvals.length === 0 ? 'Waits for a time' : 'Waits until a person has decided on an approval';
}
