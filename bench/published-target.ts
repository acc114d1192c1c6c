import { makeClient } from '#lib/api/client.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import type { LoadTarget } from './load.ts';

type Published = {
  workflow: Workflow;
  inputs: Record<string, unknown>;
  /** @defaultValue 'bench' */
  slug?: string;
  /** @defaultValue 'sync' */
  mode?: 'sync' | 'stream';
  /** Measured in addition to the server and its children. */
  morePids?: readonly number[];
};

/** Publishes a workflow on a running server and creates a key for it. */
export async function publish(
  server: ServerProcess,
  { workflow, inputs, slug = 'bench', mode = 'sync', morePids = [] }: Published,
): Promise<LoadTarget> {
  const client = makeClient({ baseUrl: server.url, fetch });
  const { id } = await client.createWorkflow({ body: workflow });
  await client.deployWorkflow({ params: { id }, body: { slug } });
  const { key } = await client.createKey({ params: { slug }, body: { name: 'bench', ratePerMinute: 1_000_000 } });
  const headers = { authorization: `Bearer ${key}` };
  const body = JSON.stringify({ inputs, ...(mode === 'stream' && { mode }) });
  return { url: `${server.url}/api/v1/run/${slug}`, headers, body, pids: [server.pid, ...morePids] };
}
