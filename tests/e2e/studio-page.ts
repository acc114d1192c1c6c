import type { APIResponse, Page } from '@playwright/test';
import { edge, node } from './run-page.ts';

type Graph = { name: string; description?: string; nodes: ReturnType<typeof node>[]; edges: ReturnType<typeof edge>[] };

/** A document of start, one template node and end, which runs without a model. */
export function letter(name: string, config: object = { inputs: [{ name: 'who', type: 'text', required: true }] }): Graph {
  return {
    name,
    description: 'Writes a short letter.',
    nodes: [
      node('start', 'start', config),
      node('write', 'template', { template: 'Dear {{start.who}}' }),
      node('end', 'end', { outputs: { letter: '{{write.text}}' } }),
    ],
    edges: [edge('start', 'write'), edge('write', 'end')],
  };
}

export function documentOf(graph: Graph) {
  return { format: 'threadloom/workflow@1', description: '', settings: {}, ...graph };
}

/** Saves a workflow through the API; @returns its id */
export async function saveWorkflow(page: Page, graph: Graph): Promise<string> {
  const { id } = await bodyOf<{ id: string }>(await page.request.post('/api/v1/workflows', { data: documentOf(graph) }));
  return id;
}

/**
 * Publishes a workflow. An endpoint of another workflow at this address is deleted: a first attempt of the test may
 * have left it.
 */
export async function publishWorkflow(page: Page, workflowId: string, slug: string, allow: object = {}) {
  const publish = () => page.request.post(`/api/v1/workflows/${workflowId}/deployments`, { data: { slug, allow } });
  let answer = await publish();
  if (answer.status() === 409) {
    await page.request.delete(`/api/v1/deployments/${slug}`);
    answer = await publish();
  }
  await bodyOf(answer);
}

/** Makes a key of an endpoint; @returns its secret */
export async function makeKey(page: Page, slug: string, data: { name: string; ratePerMinute?: number }): Promise<string> {
  const { key } = await bodyOf<{ key: string }>(await page.request.post(`/api/v1/deployments/${slug}/keys`, { data }));
  return key;
}

/** What the API answered; @throws if it refused */
export async function bodyOf<Body>(answer: APIResponse): Promise<Body> {
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

/** Deletes every endpoint and workflow, as on a new server. */
export async function clearWorkspace(page: Page) {
  for (const { slug } of await list<{ slug: string }>(page, '/api/v1/deployments'))
    await page.request.delete(`/api/v1/deployments/${slug}`);
  for (const { id } of await list<{ id: string }>(page, '/api/v1/workflows'))
    await page.request.delete(`/api/v1/workflows/${id}`);
}

async function list<Item>(page: Page, path: string): Promise<Item[]> {
  const answer = await page.request.get(`${path}?limit=100`);
  return ((await answer.json()) as { items: Item[] }).items;
}
