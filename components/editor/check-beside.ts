import type { Problem } from '#lib/workflow/problem.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

type Answer = (problems: readonly Problem[]) => void;

/** Checks documents in a thread of its own, so that a large one does not hold up who is typing in it. Started with the first. */
export class CheckBeside {
  #worker: Worker | undefined;
  #waiting: { readonly answer: Answer; readonly fail: (reason: unknown) => void }[] = [];

  /** Rejects when there can be no such thread. */
  check(document: Workflow): Promise<readonly Problem[]> {
    return new Promise((answer, fail) => {
      this.#waiting.push({ answer, fail });
      this.#started().postMessage(document);
    });
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#waiting = [];
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./problem-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<readonly Problem[]>) => this.#waiting.shift()?.answer(data);
    worker.onerror = (event) => {
      const failed = this.#waiting;
      this.stop();
      for (const { fail } of failed) fail(new Error(event.message));
    };
    this.#worker = worker;
    return worker;
  }
}
