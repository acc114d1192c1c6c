import type { DocumentWorker } from '#components/editor/document/document-worker.ts';
import type { LearntSchemas } from '#lib/workflow/infer-schemas.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** What finds the problems of a document. It may reject; the next check then begins anew. */
export type Checker = { check(document: Workflow, learnt: LearntSchemas): Promise<readonly Problem[]>; stop(): void };

/** Checks documents in a web worker, so that the page need not load the validator. Without a worker it checks here. */
export function checkInWorker(worker: Pick<DocumentWorker, 'check' | 'stop'>): Checker {
  return {
    check: (document, learnt) => worker.check(document, learnt).catch(() => checkHere(document, learnt)),
    stop: () => worker.stop(),
  };
}

async function checkHere(document: Workflow, learnt: LearntSchemas): Promise<readonly Problem[]> {
  const { problemsOf } = await import('#components/editor/document/check-problems.ts');
  return problemsOf(document, nodeRegistry, learnt);
}
