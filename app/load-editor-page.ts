import { cache } from 'react';
import { askApi, unlessMissing } from '#app/ask-api.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { listModels } from '#lib/api/models.contract.ts';
import type { ToolResource } from '#lib/api/tools.contract.ts';
import type { getWorkflow } from '#lib/api/workflows.contract.ts';

/** What the editor opens with, or why there is nothing to open. */
export type EditorPageData =
  | {
      readonly status: 'found';
      readonly workflow: ContractOutput<typeof getWorkflow>;
      readonly models: ContractOutput<typeof listModels>['items'];
      readonly tools: readonly ToolResource[];
      /** The version behind the endpoint that changed last; null without one. */
      readonly liveVersion: number | null;
    }
  | { readonly status: 'missing' }
  | { readonly status: 'unreadable'; readonly message: string };

/** Cached per request, for the title and the content. Undefined when the API cannot be reached. */
export const loadEditorPage = cache((workflowId: string) => askApi((client) => load(client, workflowId)));

async function load(client: Client, workflowId: string): Promise<EditorPageData> {
  try {
    const [workflow, models, tools, deployments] = await Promise.all([
      unlessMissing(client.getWorkflow({ params: { id: workflowId } })),
      client.listModels(),
      client.listTools(),
      client.listDeployments({ query: { workflowId, limit: 1 } }),
    ]);
    if (!workflow) return { status: 'missing' };
    return {
      status: 'found',
      workflow,
      models: models.items,
      tools: tools.groups.flatMap((group) => group.tools),
      liveVersion: deployments.items[0]?.version ?? null,
    };
  } catch (error) {
    // Another build wrote a document that this one cannot read; it stays as it is.
    if (error instanceof ApiError && error.code === 'workflow-invalid') return { status: 'unreadable', message: error.message };
    // An address that was typed may hold what cannot be an id.
    if (error instanceof ApiError && error.code === 'body-invalid') return { status: 'missing' };
    throw error;
  }
}
