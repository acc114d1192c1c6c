'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { loadDeployments } from '#components/data/load-deployments.ts';
import { useLast } from '#components/data/use-last.ts';
import type { UsageResource } from '#lib/api/budgets.contract.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { DeploymentResource, getDeployment } from '#lib/api/deployments.contract.ts';
import type { KeyResource } from '#lib/api/keys.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

const KEYS_PER_PAGE = 100;
const KEY_PAGES_MAX = 20;

export type DeploymentDetail = ContractOutput<typeof getDeployment>;
export type Endpoint = {
  readonly deployment: DeploymentDetail;
  readonly keys: readonly KeyResource[];
  readonly usage: UsageResource;
};

export type Publishing = {
  /** The deployments of this workflow; undefined until loaded. */
  readonly deployments: readonly DeploymentResource[] | undefined;
  /** The selected endpoint. */
  readonly endpoint: Endpoint | undefined;
  /** Why the request failed. */
  readonly problem: string | undefined;
  /** Asks again, for this address if there is one. */
  reload(slug?: string): Promise<void>;
};

type Known = Pick<Publishing, 'deployments' | 'endpoint'>;
const nothingYet: Known = { deployments: undefined, endpoint: undefined };

/** Where a workflow is published, with the versions and keys of one endpoint. */
export function usePublishing(workflowId: string): Publishing {
  const queries = useQueryClient();
  const [slug, setSlug] = useState<string>();
  const query = (wanted: string | undefined) => ({
    queryKey: ['publishing', workflowId, wanted],
    queryFn: () => ask(workflowId, wanted),
    refetchOnWindowFocus: false,
  });
  const { data, error } = useQuery(query(slug));
  const known = useLast(data, nothingYet);
  async function reload(wanted?: string) {
    setSlug(wanted);
    // An error is shown by the query of this endpoint.
    await queries.fetchQuery(query(wanted)).catch(() => {});
  }
  return { ...known, problem: error ? errorMessage(error) : undefined, reload };
}

async function ask(workflowId: string, slug: string | undefined): Promise<Known> {
  const deployments = await loadDeployments(apiClient, workflowId);
  const chosen = deployments.find((deployment) => deployment.slug === slug) ?? deployments[0];
  return { deployments, endpoint: chosen && (await loadEndpoint(chosen.slug)) };
}

async function loadEndpoint(slug: string): Promise<Endpoint> {
  const [deployment, keys, usage] = await Promise.all([
    apiClient.getDeployment({ params: { slug } }),
    loadKeys(slug),
    apiClient.getUsage(),
  ]);
  return { deployment, keys, usage };
}

async function loadKeys(slug: string): Promise<KeyResource[]> {
  const all: KeyResource[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < KEY_PAGES_MAX; page++) {
    const query = { limit: KEYS_PER_PAGE, ...(cursor !== undefined && { cursor }) };
    const { items, nextCursor } = await apiClient.listKeys({ params: { slug }, query });
    all.push(...items);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return all;
}
