import { cache } from 'react';
import { askApi, unlessMissing } from '#app/ask-api.ts';
import type { TracePageData } from '#components/pages/trace/trace-page-data.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The data of a run's page, or `missing`. Cached per request; undefined when the API cannot be reached. */
export const loadTracePage = cache((runId: string) => askApi((client) => load(client, runId)));

async function load(client: Client, runId: string): Promise<TracePageData | 'missing'> {
  const [run, ran, templates] = await Promise.all([
    unlessRefused(client.getRun({ params: { id: runId } })),
    unlessRefused(client.getRunWorkflow({ params: { id: runId } })),
    client.listTemplates(),
  ]);
  if (!run) return 'missing';
  const document = ran?.document;
  const template = run.workflowId === null ? templates.items.find(({ name }) => name === run.workflowName) : undefined;
  return { run, document, templateId: template?.id, draft: await compareDraft(client, run.workflowId, document) };
}

async function compareDraft(
  client: Client,
  workflowId: string | null,
  ran: Workflow | undefined,
): Promise<TracePageData['draft']> {
  const draft = workflowId === null ? undefined : await unlessRefused(client.getWorkflow({ params: { id: workflowId } }));
  if (!draft) return 'missing';
  return ran && formatWorkflow(draft.document) === formatWorkflow(ran) ? 'same' : 'changed';
}

/** Undefined when not found, for an invalid id, and for a document of another build. */
async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await unlessMissing(asked);
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'body-invalid' || error.code === 'workflow-invalid')) return undefined;
    throw error;
  }
}
