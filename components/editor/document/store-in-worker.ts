import type { DocumentWorker } from '#components/editor/document/document-worker.ts';
import { isLarge } from '#components/editor/document/is-large.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** What stores a document, and says under which revision. */
export type Storing = {
  replaceWorkflow(input: {
    params: { id: string };
    headers: { 'if-match': string };
    body: Workflow;
  }): Promise<{ readonly revision: number }>;
};

/**
 * Saves large documents in the worker, since serializing them blocks typing. A failed save is repeated by the page's
 * client, which reports the reason.
 */
export function storeInWorker(client: Storing, worker: Pick<DocumentWorker, 'store'>): Storing {
  return {
    async replaceWorkflow(input) {
      const { params, headers, body } = input;
      const revision = Number(headers['if-match']);
      if (!isLarge(body)) return client.replaceWorkflow(input);
      return worker.store(body, { workflowId: params.id, revision }).catch(() => client.replaceWorkflow(input));
    },
  };
}
