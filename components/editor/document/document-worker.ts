import type { CheckWith } from '#components/editor/document/check-problems.ts';
import { changeOf, type DocumentChange } from '#components/editor/document/document-change.ts';
import type { KnownTool } from '#components/editor/document/known-tools.ts';
import type { LearntSchemas } from '#lib/workflow/infer-schemas.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The tasks of the worker: check a document, or save it over a revision. */
export type WorkerTask =
  /** `tools`: where they have changed since the last check. */
  | ({ readonly kind: 'check'; readonly learnt: LearntSchemas; readonly tools?: readonly KnownTool[] } & Pick<CheckWith, 'names'>)
  | { readonly kind: 'store'; readonly workflowId: string; readonly revision: number };
export type WorkerRequest = { readonly change: DocumentChange; readonly task: WorkerTask };
/** In the order of the requests. */
export type WorkerAnswer =
  | { readonly problems: readonly Problem[] }
  | { readonly revision: number }
  | { readonly failed: string };

type Waiting = {
  readonly kind: WorkerTask['kind'];
  readonly answer: (answer: WorkerAnswer) => void;
  readonly fail: (why: Error) => void;
};

/**
 * Checks and saves documents in a web worker, so that a large one does not block typing. The worker is started on first
 * use and gets only the changes.
 */
export class DocumentWorker {
  #worker: Worker | undefined;
  #sent: Workflow | undefined;
  #sentTools: readonly KnownTool[] | undefined;
  #waiting: Waiting[] = [];
  readonly #makeWorker: () => Worker;

  constructor(makeWorker: () => Worker = startThread) {
    this.#makeWorker = makeWorker;
  }

  /** Rejects when there can be no such thread. */
  async check(document: Workflow, { learnt = {}, tools, names }: CheckWith): Promise<readonly Problem[]> {
    const changed = tools === this.#sentTools ? undefined : tools;
    const answering = this.#ask(document, { kind: 'check', learnt, names, ...(changed && { tools: changed }) });
    this.#sentTools = tools;
    const answer = await answering;
    if ('problems' in answer) return answer.problems;
    throw new Error('The web worker gave another answer');
  }

  /** @returns the new revision. Rejects without a reason if it may not be saved; saving again returns the reason */
  async store(document: Workflow, at: { workflowId: string; revision: number }): Promise<{ revision: number }> {
    const answer = await this.#ask(document, { kind: 'store', ...at });
    if ('revision' in answer) return answer;
    throw new Error('failed' in answer ? answer.failed : 'The web worker gave another answer');
  }

  stop(): void {
    const left = this.#waiting;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#sent = undefined;
    this.#sentTools = undefined;
    this.#waiting = [];
    // Problems are not needed any more; documents to save are saved by the page.
    for (const { kind, fail } of left) if (kind === 'store') fail(new Error('The web worker was stopped'));
  }

  /** Throws when nothing could be sent. Answers come in the order of requests, so none is then expected. */
  #ask(document: Workflow, task: WorkerTask): Promise<WorkerAnswer> {
    const worker = this.#started();
    worker.postMessage({ change: changeOf(this.#sent, document), task } satisfies WorkerRequest);
    this.#sent = document;
    const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer>();
    this.#waiting.push({ kind: task.kind, answer: resolve, fail: reject });
    return promise;
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = this.#makeWorker();
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => this.#waiting.shift()?.answer(data);
    worker.onerror = (event) => {
      const failed = this.#waiting;
      this.#waiting = [];
      this.stop();
      for (const { fail } of failed) fail(new Error(event.message));
    };
    this.#worker = worker;
    return worker;
  }
}

function startThread(): Worker {
  return new Worker(new URL('./document-worker-thread.ts', import.meta.url), { type: 'module' });
}
