import type { CheckWith } from '#components/editor/document/check-problems.ts';
import type { DocumentWorker } from '#components/editor/document/document-worker.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** Finds the problems of a document. A check may reject; the next one does not depend on it. */
export type Checker = { check(document: Workflow, known: CheckWith): Promise<readonly Problem[]>; stop(): void };

/** Checks documents in a web worker, so that the page need not load the validator. If the worker fails, checks here. */
export function checkInWorker(worker: Pick<DocumentWorker, 'check' | 'stop'>): Checker {
  return {
    check: (document, known) => worker.check(document, known).catch(() => checkHere(document, known)),
    stop: () => worker.stop(),
  };
}

async function checkHere(document: Workflow, known: CheckWith): Promise<readonly Problem[]> {
  const { problemsOf } = await import('#components/editor/document/check-problems.ts');
  return problemsOf(document, nodeRegistry, known);
}
