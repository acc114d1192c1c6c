import { loadDeployments } from '#components/data/load-deployments.ts';
import type { Client } from '#lib/api/client.ts';
import type { DeploymentResource } from '#lib/api/deployments.contract.ts';
import type { VersionResource } from '#lib/api/versions.contract.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** A workflow as it is edited, and as it was published. */
export type VersionsData = {
  readonly workflowId: string;
  readonly draft: { readonly revision: number; readonly updatedAt: string; readonly document: Workflow };
  /** Newest first. */
  readonly versions: readonly VersionResource[];
  /** More versions are known than are listed. */
  readonly hasMore: boolean;
  readonly deployments: readonly DeploymentResource[];
};

const VERSIONS_MAX = 50;

/** @throws {ApiError} `not-found`, or `workflow-invalid` when another build wrote the draft */
export async function loadVersions(client: Client, workflowId: string): Promise<VersionsData> {
  const params = { id: workflowId };
  const [{ revision, updatedAt, document }, listed, deployments] = await Promise.all([
    client.getWorkflow({ params }),
    client.listVersions({ params, query: { limit: VERSIONS_MAX } }),
    loadDeployments(client, workflowId),
  ]);
  return {
    workflowId,
    draft: { revision, updatedAt, document },
    versions: listed.items,
    hasMore: listed.nextBefore !== null,
    deployments,
  };
}
