import type { Page } from '@playwright/test';
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
  const answer = await page.request.post('/api/v1/workflows', { data: documentOf(graph) });
  const { id } = (await answer.json()) as { id: string };
  return id;
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
