import { a2aToolId, OBSERVE_TOOL } from '#lib/a2a/a2a-service.ts';
import { type AgentAnswer, isOpen } from '#lib/a2a/agent-answer.ts';
import type { AgentMessage } from '#lib/a2a/agent-rpc.ts';
import { isSameCard, type PinnedCard } from '#lib/a2a/pinned-card.ts';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { StampedCache } from '#lib/async/stamped-cache.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { privateHostOf } from '#lib/errors/private-host-of.ts';
import { withoutHidden } from '#lib/mcp/hidden-text.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Clock, GuardedFetch, NewId } from '#lib/ports/runtime.ts';
import type { SourcedAnswer, SourcedCall, SourcedTool, ToolSource } from '#lib/ports/tool-source.ts';
import type { A2aServiceRecord, A2aServiceRepository, A2aTaskRecord } from '../db/repositories/a2a-service-repository.ts';
import { followTask } from './follow-task.ts';
import { InternalAgent, type InternalAgentParts } from './internal-agent.ts';
import { RemoteAgent } from './remote-agent.ts';
import { type OfferedService, toSourcedTools } from './to-sourced-tools.ts';

const MAX_CARD_MS = 30_000;
const CANCEL_LIMIT_MS = 5000;
/** Published workflows that give tasks to each other. */
const MAX_DEPTH = 5;

type Tools = Readonly<Record<string, SourcedTool>>;

export type A2aServicesOptions = {
  readonly services: (workspaceId: WorkspaceId) => A2aServiceRepository;
  /** Guarded, and adds credentials where requests leave. */
  readonly fetch: GuardedFetch;
  readonly internal: InternalAgentParts;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly newId: NewId;
};

type Sent = { readonly answer: AgentAnswer; readonly handle: string | null };
/** A task in the hands of a run. */
type Given = { readonly service: A2aServiceRecord; readonly task: A2aTaskRecord };
type CallInput = {
  readonly message?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly skill?: string;
  readonly task?: string;
  readonly wait?: boolean;
};

/** Agents of A2A as tools of workspaces: those of other servers, and published workflows of the workspace itself. */
export class A2aServices implements ToolSource {
  readonly #options: A2aServicesOptions;
  readonly #tools: StampedCache<WorkspaceId, Tools>;

  constructor(options: A2aServicesOptions) {
    this.#options = options;
    this.#tools = new StampedCache({
      look: async (workspaceId) => {
        const stamp = await options.services(workspaceId).stamp();
        if (stamp.startsWith('0 ')) return { stamp, load: async () => ({}) };
        const versions = await options.internal.published(workspaceId);
        const all = versions.map(({ slug, documentHash }) => `${slug} ${documentHash}`);
        return { stamp: [stamp, ...all].join(','), load: () => this.#load(workspaceId) };
      },
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

  /** Reads the card of an agent on another server. What differs from the accepted one stops its tool. */
  async refresh(workspaceId: WorkspaceId, service: A2aServiceRecord, signal?: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(MAX_CARD_MS);
    const refreshedAt = new Date(this.#options.clock.now());
    const repository = this.#options.services(workspaceId);
    try {
      const card = await this.#remote(workspaceId, service).readCard(signal ? AbortSignal.any([signal, limit]) : limit);
      await repository.change(service.serviceId, {
        found: foundCard(service, card),
        problem: null,
        privateHost: null,
        refreshedAt,
      });
    } catch (error) {
      signal?.throwIfAborted();
      const problem = limit.aborted ? `It did not answer within ${MAX_CARD_MS / 1000} s` : messageOf(error);
      await repository.change(service.serviceId, { problem, privateHost: privateHostOf(error) ?? null, refreshedAt });
    } finally {
      this.invalidate(workspaceId);
    }
  }

  async #load(workspaceId: WorkspaceId): Promise<Tools> {
    const { services, internal } = this.#options;
    const [records, published] = await Promise.all([services(workspaceId).list(), internal.published(workspaceId)]);
    const offered: OfferedService[] = [];
    for (const service of records) {
      const version = published.find(({ slug }) => slug === service.slug);
      // A version of another build that this one cannot read is as if it were not published.
      const workflow = version && (await internal.frozen.get(version.documentHash).catch(() => undefined));
      offered.push({ service, workflow });
    }
    const tools = toSourcedTools(offered, {
      callService: (service, input, call) => this.#callService(service, input, call),
      observe: (input, call) => this.#look(String(input.task), call, 0),
      wait: (input, call) => this.#look(String(input.task), call, Number(input.seconds) * 1000),
    });
    return Object.fromEntries(tools.map((tool) => [tool.definition.id, tool]));
  }

  async #callService(service: A2aServiceRecord, input: CallInput, call: SourcedCall): Promise<SourcedAnswer> {
    const { message = '', data, skill, wait = true } = input;
    if (message.trim() === '' && data === undefined)
      throw new NodeFailure('a2a-message-missing', 'There is no message and no data to send', { path: 'message' });
    const earlier = input.task === undefined ? undefined : await this.#find(input.task, call);
    if (earlier && earlier.service.serviceId !== service.serviceId)
      throw new NodeFailure('a2a-task-unknown', `The task ${input.task} was not given to this agent`, { path: 'task' });
    const { answer: sent, handle } =
      service.slug === null
        ? await this.#sendOut(service, { text: message, data, ...(skill && { metadata: { skillId: skill } }) }, { earlier, call })
        : await this.#startInside(service, { text: message, data }, call);
    if (!wait) return toSourcedAnswer(service, sent, handle);
    return toSourcedAnswer(
      service,
      await this.#follow(service, sent, { call, waitMs: service.timeoutS * 1000, isOwn: true }),
      handle,
    );
  }

  async #look(handle: string, call: SourcedCall, waitMs: number): Promise<SourcedAnswer> {
    const { service, task } = await this.#find(handle, call);
    if (task.taskId === null)
      throw new NodeFailure('a2a-task-unknown', `The agent answered the message of ${handle} without a task`, { path: 'task' });
    const first = await this.#read(service, task.taskId, call);
    const answer = await this.#follow(service, { ...first, taskId: task.taskId }, { call, waitMs, isOwn: false });
    return toSourcedAnswer(service, answer, handle);
  }

  /** Only tasks of the run itself and of its conversation, at services that its version lists. */
  async #find(handle: string, call: SourcedCall): Promise<Given> {
    const repository = this.#options.services(call.workspaceId);
    const task = await repository.findTask(handle, call.runId);
    const service = task && (await repository.get(task.serviceId));
    if (!task || !service || !call.mayReach(a2aToolId(service.name)))
      throw new NodeFailure('a2a-task-unknown', `This run gave no task ${handle.slice(0, 100)} to an agent`, { path: 'task' });
    if (service.isEnabled) return { service, task };
    throw new NodeFailure('a2a-refused', `The A2A agent ${service.displayName} is switched off on the page Tools`);
  }

  #sendOut(
    service: A2aServiceRecord,
    message: Pick<AgentMessage, 'text' | 'data' | 'metadata'>,
    { earlier, call }: { readonly earlier: Given | undefined; readonly call: SourcedCall },
  ): Promise<Sent> {
    const { services, newId } = this.#options;
    const { serviceId, displayName } = service;
    const fromPerson = (value: unknown): Sent => ({ answer: { ...SAID, data: value ?? null }, handle: null });
    return call.once({ key: 'message', name: `A2A ${displayName}`, isRepeatable: false, fromPerson }, async (messageId) => {
      const agent = this.#remote(call.workspaceId, service);
      const card = await this.#assertUnchanged(service, agent, call);
      const names = earlier ? await namesOf(earlier.task, (taskId) => agent.getTask(card, taskId, call.signal)) : NO_NAMES;
      const answer = await agent.send(card, { ...message, ...names, messageId }, call.signal);
      const { taskId, contextId } = answer;
      if (taskId === null && contextId === null) return { answer, handle: null };
      const handle = newId('task');
      await services(call.workspaceId).saveTask({ handle, serviceId, taskId, contextId, runId: call.runId });
      return { answer, handle };
    });
  }

  /** The run has an id before it begins, under which it is stored once, however often it is started. */
  async #startInside(
    service: A2aServiceRecord,
    message: { readonly text: string; readonly data: CallInput['data'] },
    call: SourcedCall,
  ): Promise<Sent> {
    const { services, newId } = this.#options;
    const { workspaceId, runId: callerId } = call;
    const { serviceId, displayName } = service;
    const ids = { key: 'ids', name: `A2A ${displayName}: ids`, isRepeatable: true, fromPerson: newIds };
    function newIds() {
      return { runId: newId('run'), handle: newId('task') };
    }
    const { runId, handle } = await call.once(ids, async () => newIds());
    const repository = services(workspaceId);
    const fromPerson = (): Sent => ({ answer: { ...SAID, state: 'submitted', taskId: runId }, handle });
    return call.once({ key: 'message', name: `A2A ${displayName}`, isRepeatable: true, fromPerson }, async () => {
      if ((await repository.depthOf(callerId, MAX_DEPTH)) >= MAX_DEPTH)
        throw new NodeFailure('a2a-refused', `Published workflows gave tasks to each other ${MAX_DEPTH} levels deep`, {
          hint: 'Look for workflows that call each other as agents',
        });
      // Before the run begins, which may give tasks itself.
      await repository.saveTask({ handle, serviceId, taskId: runId, contextId: null, runId: callerId });
      const caller = await repository.callerOf(callerId);
      if (!caller) throw new NodeFailure('a2a-refused', `The run ${callerId} that gives the task was deleted`);
      return { answer: await this.#internal(workspaceId, service).send({ ...message, runId }, caller), handle };
    });
  }

  /** Only an agent whose card is the accepted one gets a message. */
  async #assertUnchanged(service: A2aServiceRecord, agent: RemoteAgent, call: SourcedCall): Promise<PinnedCard> {
    const { approved, serviceId, displayName } = service;
    const card = await agent.readCard(call.signal);
    if (approved && isSameCard(approved, card)) return approved;
    await this.#options
      .services(call.workspaceId)
      .change(serviceId, { found: card, refreshedAt: new Date(this.#options.clock.now()) });
    this.invalidate(call.workspaceId);
    throw new NodeFailure(
      'a2a-card-changed',
      `The A2A agent ${displayName} changed its card after it was accepted, so it got no message`,
      {
        hint: 'Look at the difference on the page Tools, and accept it if it is harmless',
      },
    );
  }

  /** @param isOwn the task is cancelled when the call is given up */
  async #follow(
    service: A2aServiceRecord,
    first: AgentAnswer,
    { call, waitMs, isOwn }: { readonly call: SourcedCall; readonly waitMs: number; readonly isOwn: boolean },
  ): Promise<AgentAnswer> {
    const { clock } = this.#options;
    try {
      return await followTask(first, { look: (taskId) => this.#read(service, taskId, call), waitMs, clock, call });
    } catch (error) {
      // Another process that continues the run follows the same task.
      if (isOwn && first.taskId !== null && call.signal.aborted && !call.isHandedOver())
        await this.#cancel(service, first.taskId, call.workspaceId);
      throw error;
    }
  }

  #read(service: A2aServiceRecord, taskId: string, { workspaceId, signal }: SourcedCall): Promise<AgentAnswer> {
    if (service.slug !== null) return this.#internal(workspaceId, service).getTask(taskId);
    return this.#remote(workspaceId, service).getTask(cardOf(service), taskId, signal);
  }

  /** The call ends either way, and with the reason that it has. */
  async #cancel(service: A2aServiceRecord, taskId: string, workspaceId: WorkspaceId): Promise<void> {
    const cancelled =
      service.slug === null
        ? this.#remote(workspaceId, service).cancelTask(cardOf(service), taskId, AbortSignal.timeout(CANCEL_LIMIT_MS))
        : this.#internal(workspaceId, service).cancelTask(taskId);
    await cancelled.catch(() => {});
  }

  #remote(workspaceId: WorkspaceId, service: A2aServiceRecord): RemoteAgent {
    return new RemoteAgent({ fetch: this.#options.fetch, workspaceId, service });
  }

  #internal(workspaceId: WorkspaceId, service: A2aServiceRecord): InternalAgent {
    return new InternalAgent({ ...this.#options.internal, workspaceId, service });
  }
}

const NO_NAMES = { taskId: undefined, contextId: undefined };
const SAID: AgentAnswer = { state: 'completed', text: '', data: null, taskId: null, contextId: null };

function cardOf({ approved, displayName }: A2aServiceRecord): PinnedCard {
  if (approved) return approved;
  throw new NodeFailure('a2a-refused', `The card of the A2A agent ${displayName} was not accepted`);
}

/** What differs from the accepted card has to be accepted. */
function foundCard({ approved }: A2aServiceRecord, card: PinnedCard): PinnedCard | null {
  return approved && isSameCard(approved, card) ? null : card;
}

/** An open task gets the message; for one that has ended a new one begins in its context. */
async function namesOf(
  { taskId, contextId }: A2aTaskRecord,
  look: (taskId: string) => Promise<AgentAnswer>,
): Promise<Pick<AgentMessage, 'taskId' | 'contextId'>> {
  const open = taskId === null ? undefined : await look(taskId);
  const isOngoing = open !== undefined && (isOpen(open) || open.state === 'input-required' || open.state === 'auth-required');
  return { contextId: contextId ?? undefined, taskId: isOngoing ? (taskId ?? undefined) : undefined };
}

const ENDED_BADLY: readonly AgentAnswer['state'][] = ['failed', 'rejected', 'canceled', 'auth-required'];

function toSourcedAnswer({ displayName, name }: A2aServiceRecord, answer: AgentAnswer, handle: string | null): SourcedAnswer {
  const { state, data } = answer;
  const text = withoutHidden(answer.text);
  if (ENDED_BADLY.includes(state))
    throw new NodeFailure('a2a-failed', `The task of ${displayName} is ${state}${text === '' ? '' : `: ${text}`}`);
  const summary = isOpen(answer)
    ? `${displayName} still works on it: call ${OBSERVE_TOOL} or a2a_wait with the task`
    : state === 'input-required'
      ? `${displayName} asks for something: answer with the same task`
      : `${displayName} has answered`;
  return { data: { agent: name, state, text, data, task: handle }, summary };
}

function messageOf(error: unknown): string {
  if (NodeFailure.is(error) || AppError.is(error)) return error.message;
  return error instanceof Error ? error.message : String(error);
}
