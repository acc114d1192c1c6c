import { fileNameOf, withName } from '#components/pages/templates/make-workflow.ts';
import type { Client } from '#lib/api/client.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';

/** Saves a copy under another name. @returns its id */
export async function duplicateWorkflow(client: Client, workflowId: string, name: string): Promise<string> {
  const { document } = await client.getWorkflow({ params: { id: workflowId } });
  const { id } = await client.createWorkflow({ body: withName(document, name) });
  return id;
}

/** Renames the newest revision. @throws {ApiError} `revision-stale` when it was saved at the same moment */
export async function renameWorkflow(client: Client, workflowId: string, name: string): Promise<void> {
  const { document, revision } = await client.getWorkflow({ params: { id: workflowId } });
  const headers = { 'if-match': String(revision) };
  await client.replaceWorkflow({ params: { id: workflowId }, headers, body: { ...document, name } });
}

/** Saves a copy of a template as a workflow of its own. @returns its id */
export async function copyTemplate(client: Client, templateId: string, name: string): Promise<string> {
  const { document } = await client.getTemplate({ params: { id: templateId } });
  const { id } = await client.createWorkflow({ body: withName(document, name) });
  return id;
}

/** Downloads the canonical text as a file. */
export async function exportWorkflow(client: Client, workflowId: string): Promise<void> {
  const { document: workflow } = await client.getWorkflow({ params: { id: workflowId } });
  const url = URL.createObjectURL(new Blob([formatWorkflow(workflow)], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: fileNameOf(workflow) });
  link.click();
  URL.revokeObjectURL(url);
}
