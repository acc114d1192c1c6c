import { makeClient } from '#lib/api/client.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import type { LoadTarget } from './load.ts';

const SLUG = 'bench';

type Published = {
  workflow: Workflow;
  inputs: Record<string, unknown> /** Counted beside the server and its children. */;
  morePids?: readonly number[];
};

/** Publishes a workflow on a running server and makes a key for it, as its owner would. */
export async function publish(server: ServerProcess, { workflow, inputs, morePids = [] }: Published): Promise<LoadTarget> {
  const client = makeClient({ baseUrl: server.url, fetch });
  const { id } = await client.createWorkflow({ body: workflow });
  await client.deployWorkflow({ params: { id }, body: { slug: SLUG } });
  const { key } = await client.createKey({ params: { slug: SLUG }, body: { name: 'bench', ratePerMinute: 1_000_000 } });
  const headers = { authorization: `Bearer ${key}` };
  return { url: `${server.url}/api/v1/run/${SLUG}`, headers, body: JSON.stringify({ inputs }), pids: [server.pid, ...morePids] };
}
