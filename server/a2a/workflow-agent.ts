import { isTerminal } from '#lib/run/run-status.ts';
import { decisionOf } from '#lib/text/decision-text.ts';
import { A2aError } from './a2a-error.ts';
import type { Message, Part, StreamResponse, Task, TaskState } from './a2a-types.ts';
import type { PushConfig } from './push-config.ts';
import { artifactOf, resultOf, statusOf, type TaskRun, taskOf } from './task-of.ts';

/** What a message gives a new run. */
export type MessageInputs = {
  readonly text: string;
  readonly files: readonly { readonly name?: string; readonly mediaType: string; readonly base64: string }[];
  /** By name, from data parts. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly sessionId: string | undefined;
};
/** What a run says while it works. */
export type RunProgress = { readonly type: 'text'; readonly text: string } | { readonly type: 'status'; readonly run: TaskRun };

/** The runs of one key, as an agent needs them. */
export interface WorkflowRuns {
  /** @throws {AppError} where it cannot start */
  start(message: MessageInputs): Promise<StartedTask>;
  /** @throws {AppError} `run-not-found` */
  read(runId: string): Promise<TaskRun>;
  /** Newest first. */
  list(filter: TaskFilter): Promise<TaskPage>;
  /** Decides what a run waits for. @throws {AppError} */
  decide(run: TaskRun, isConfirmed: boolean): Promise<void>;
  /** @throws {AppError} `run-ended` */
  stop(runId: string): Promise<void>;
  /** From what is stored until the run ends, or waits for something that was not just decided. */
  follow(runId: string, decided: ReadonlySet<string>): AsyncGenerator<RunProgress>;
  /** Where clients are notified of the states of a run. */
  readonly pushes: PushConfigs;
  /** The card for those who have the key. */
  extendedCard(): Promise<object>;
  /** A text in the language of the caller. */
  word(text: string): string;
}

/** `protocol`: the version in which notifications are written. */
export type WantedPush = { readonly config: PushConfig; readonly protocol: string };
/** The runs are known to be visible to the key. */
export interface PushConfigs {
  save(runId: string, wanted: WantedPush): Promise<void>;
  get(runId: string, configId: string): Promise<PushConfig | undefined>;
  list(runId: string): Promise<PushConfig[]>;
  remove(runId: string, configId: string): Promise<boolean>;
}

type Sending = { readonly isBlocking: boolean; readonly push?: WantedPush | undefined };

/**
 * `ended`: waits until the run has ended or waits; missing where another process may execute it. Called by those who
 * wait only: it rejects when this process stops, and no one would handle that.
 */
export type StartedTask = { readonly runId: string; readonly ended?: (() => Promise<TaskRun>) | undefined };
export type TaskFilter = {
  readonly contextId?: string | undefined;
  readonly status?: TaskState | undefined;
  readonly pageSize: number;
  readonly pageToken?: string | undefined;
  /** ISO 8601. Of the creation of the task. */
  readonly statusTimestampAfter?: string | undefined;
  readonly includeArtifacts: boolean;
};
export type TaskPage = { readonly runs: readonly TaskRun[]; readonly nextPageToken: string; readonly totalSize: number };

type Accepted = StartedTask & {
  readonly decided: ReadonlySet<string>;
  /** What the run waits for, where the message was no clear answer to it. */
  readonly unclear?: Task;
};

/** A published workflow as an agent of A2A: a task is a run, and its context the session. */
export class WorkflowAgent {
  readonly #runs: WorkflowRuns;

  constructor(runs: WorkflowRuns) {
    this.#runs = runs;
  }

  /** @param isBlocking whether the task has ended, or waits, when it is returned */
  async sendMessage(message: Message, { isBlocking, push }: Sending): Promise<Task> {
    const { runId, decided, ended, unclear } = await this.#accept(message);
    if (push) await this.savePush(runId, push);
    if (unclear) return unclear;
    if (isBlocking && ended) return taskOf(await ended());
    if (isBlocking) for await (const _ of this.#runs.follow(runId, decided));
    return this.getTask(runId);
  }

  async *sendMessageStream(message: Message, push?: WantedPush): AsyncGenerator<StreamResponse, void, undefined> {
    const { runId, decided, unclear } = await this.#accept(message);
    if (push) await this.savePush(runId, push);
    if (!unclear) return yield* this.#stream(runId, decided);
    yield { task: unclear };
    yield { statusUpdate: { taskId: runId, contextId: unclear.contextId, status: unclear.status } };
  }

  async getTask(id: string): Promise<Task> {
    return taskOf(await this.#runs.read(id));
  }

  async listTasks(filter: TaskFilter) {
    const { runs, nextPageToken, totalSize } = await this.#runs.list(filter);
    const tasks = runs.map((run) => ({ ...taskOf(run), ...(!filter.includeArtifacts && { artifacts: [] }) }));
    return { tasks, nextPageToken, pageSize: filter.pageSize, totalSize };
  }

  async cancelTask(id: string): Promise<Task> {
    await this.#runs.read(id);
    await this.#runs.stop(id);
    return this.getTask(id);
  }

  async *subscribe(id: string): AsyncGenerator<StreamResponse, void, undefined> {
    const { status } = await this.#runs.read(id);
    if (isTerminal(status)) throw new A2aError('unsupported-operation', `Run ${id} has ended: ${status}. Read the task.`);
    yield* this.#stream(id, new Set());
  }

  /** @returns it with its id, which is that of the task where none is given */
  async savePush(runId: string, { config, protocol }: WantedPush): Promise<PushConfig> {
    await this.#runs.read(runId);
    const named = { ...config, id: config.id || runId };
    await this.#runs.pushes.save(runId, { config: named, protocol });
    return named;
  }

  async getPush(runId: string, configId: string): Promise<PushConfig> {
    await this.#runs.read(runId);
    const config = await this.#runs.pushes.get(runId, configId);
    if (!config) throw new A2aError('task-not-found', `Task ${runId} has no push notification config ${configId}.`);
    return config;
  }

  async listPushes(runId: string): Promise<PushConfig[]> {
    await this.#runs.read(runId);
    return this.#runs.pushes.list(runId);
  }

  async removePush(runId: string, configId: string): Promise<void> {
    await this.#runs.read(runId);
    await this.#runs.pushes.remove(runId, configId);
  }

  extendedCard(): Promise<object> {
    return this.#runs.extendedCard();
  }

  /** Starts a run, or decides what an earlier one waits for. */
  async #accept(message: Message): Promise<Accepted> {
    const read = readParts(message.parts);
    if (!message.taskId) {
      const sessionId = message.contextId || undefined;
      return { ...(await this.#runs.start({ ...read, sessionId })), decided: new Set() };
    }
    const run = await this.#runs.read(message.taskId);
    if (run.status !== 'waiting')
      throw new A2aError('unsupported-operation', `Run ${run.runId} takes no message: it is ${run.status}.`);
    const approved = decisionIn(read);
    if (approved === undefined) return { runId: run.runId, decided: new Set(), unclear: this.#askAgain(run) };
    await this.#runs.decide(run, approved);
    return { runId: run.runId, decided: new Set(run.approvals?.map(({ actionId }) => actionId)) };
  }

  /** As the agent, in the words of the protocol: a person who writes to it reads them. */
  #askAgain(run: TaskRun): Task {
    const task = taskOf(run);
    const { message } = task.status;
    if (!message) return task;
    const hint = { text: this.#runs.word('Answer yes to approve, or no to reject.') };
    const again = { ...message, messageId: `${message.messageId}-again`, parts: [...message.parts, hint] };
    return { ...task, status: { ...task.status, message: again } };
  }

  async *#stream(runId: string, decided: ReadonlySet<string>): AsyncGenerator<StreamResponse, void, undefined> {
    const first = await this.#runs.read(runId);
    const names = { taskId: runId, contextId: first.contextId };
    yield { task: taskOf(decided.size > 0 ? { ...first, status: 'running' } : first) };
    let append = false;
    for await (const progress of this.#runs.follow(runId, decided)) {
      if (progress.type === 'text') {
        yield { artifactUpdate: { ...names, artifact: artifactOf([{ text: progress.text }]), append, lastChunk: false } };
        append = true;
        continue;
      }
      const { run } = progress;
      // The whole result replaces what was streamed of it.
      if (run.status === 'succeeded')
        yield { artifactUpdate: { ...names, artifact: resultOf(run), append: false, lastChunk: true } };
      yield { statusUpdate: { ...names, status: statusOf(run) } };
    }
  }
}

/** A clear text, or a data part with `approved`. */
function decisionIn({ text, inputs: { approved } }: Pick<MessageInputs, 'text' | 'inputs'>): boolean | undefined {
  if (typeof approved === 'boolean') return approved;
  return decisionOf(typeof approved === 'string' ? approved : text);
}

/** @throws {A2aError} for files that are not sent with the message */
function readParts(parts: readonly Part[]): Omit<MessageInputs, 'sessionId'> {
  const texts: string[] = [];
  const files: MessageInputs['files'][number][] = [];
  const inputs: Record<string, unknown> = {};
  for (const { text, data, raw, url, filename, mediaType = 'application/octet-stream' } of parts) {
    if (text !== undefined) texts.push(text);
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) Object.assign(inputs, data);
    if (raw !== undefined) files.push({ ...(filename && { name: filename }), mediaType, base64: raw });
    if (url !== undefined) throw new A2aError('invalid-params', 'message: send the content of a file, not its address');
  }
  return { text: texts.join('\n\n'), files, inputs };
}
