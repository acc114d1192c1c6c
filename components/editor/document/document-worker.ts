import { changeOf, type DocumentChange } from '#components/editor/document/document-change.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** What a document can be given to the other thread for: to be checked, or stored in place of a revision. */
export type WorkerTask =
  | { readonly kind: 'check' }
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
 * Checks and stores documents in a thread of its own, so that a large one does not hold up who is typing in it. The thread is started with the first
 * and is sent only what has changed since.
 */
export class DocumentWorker {
  #worker: Worker | undefined;
  #sent: Workflow | undefined;
  #waiting: Waiting[] = [];

  /** Rejects when there can be no such thread. */
  async check(document: Workflow): Promise<readonly Problem[]> {
    const answer = await this.#ask(document, { kind: 'check' });
    if ('problems' in answer) return answer.problems;
    throw new Error('The thread gave another answer');
  }

  /** @returns the new revision. Rejects whenever it is not stored for sure, without saying why: storing it again tells */
  async store(document: Workflow, at: { workflowId: string; revision: number }): Promise<{ revision: number }> {
    const answer = await this.#ask(document, { kind: 'store', ...at });
    if ('revision' in answer) return answer;
    throw new Error('failed' in answer ? answer.failed : 'The thread gave another answer');
  }

  stop(): void {
    const left = this.#waiting;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#sent = undefined;
    this.#waiting = [];
    // Nobody reads problems any more; what was to be stored has to be stored by somebody else.
    for (const { kind, fail } of left) if (kind === 'store') fail(new Error('The thread was stopped'));
  }

  #ask(document: Workflow, task: WorkerTask): Promise<WorkerAnswer> {
    return new Promise((answer, fail) => {
      this.#waiting.push({ kind: task.kind, answer, fail });
      const worker = this.#started();
      worker.postMessage({ change: changeOf(this.#sent, document), task } satisfies WorkerRequest);
      this.#sent = document;
    });
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./document-worker-thread.ts', import.meta.url), { type: 'module' });
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
