import type { z } from 'zod';
import { type Client, makeClient } from '#lib/api/client.ts';

type JsonValue = z.core.util.JSONType;

/** What the pictures show, by what it is good for. */
export type Seeded = {
  readonly workflowId: string;
  readonly orchestratorId: string;
  readonly emptyWorkflowId: string;
  readonly failingWorkflowId: string;
  readonly succeededRunId: string;
  readonly waitingRunId: string;
  readonly failedRunId: string;
};

/** Fills a server as somebody who worked with it for a day would have: workflows, versions, an endpoint with a key, runs in every state. */
export async function seedPictures(baseUrl: string): Promise<Seeded> {
  const client = makeClient({ baseUrl, fetch });
  const workflowId = await saveTemplate(client, 'triage-with-approval');
  const orchestratorId = await saveTemplate(client, 'orchestrator');
  await saveTemplate(client, 'parallel-review');
  const failingWorkflowId = await saveFailing(client);
  const { id: emptyWorkflowId } = await client.createWorkflow({
    body: { format: 'threadloom/workflow@1', name: 'Weekly digest', description: '', settings: {}, nodes: [], edges: [] },
  });
  await client.deployWorkflow({ params: { id: orchestratorId }, body: { slug: 'orchestrator' } });
  await client.createKey({ params: { slug: 'orchestrator' }, body: { name: 'website', ratePerMinute: 60 } });
  return {
    ...{ workflowId, orchestratorId, emptyWorkflowId, failingWorkflowId },
    succeededRunId: await runOnce(client, orchestratorId, { question: 'What time is it in Shanghai and in Lisbon?' }),
    waitingRunId: await runOnce(client, workflowId, { message: 'Nobody in our office can sign in. Please help!' }),
    failedRunId: await runOnce(client, failingWorkflowId, { name: 'Ada' }),
  };
}

async function saveTemplate(client: Client, id: string): Promise<string> {
  const { document } = await client.getTemplate({ params: { id } });
  return (await client.createWorkflow({ body: document })).id;
}

async function saveFailing(client: Client): Promise<string> {
  const node = (id: string, type: string, config: Record<string, JsonValue>, y: number) => ({
    ...{ id, type, version: 1, label: '', config, position: { x: 0, y } },
  });
  const edge = (source: string, target: string) => ({
    ...{ id: `${source}-${target}`, source, sourceHandle: 'out', target, targetHandle: 'in' },
  });
  const { id } = await client.createWorkflow({
    body: {
      ...{ format: 'threadloom/workflow@1', name: 'Greeting', description: 'Fetches a customer and greets them.', settings: {} },
      nodes: [
        node('start', 'start', { inputs: [{ name: 'name', type: 'text', required: true }] }, 0),
        node('fetch', 'http', { url: 'http://127.0.0.1:9/customers/{{start.name}}' }, 96),
        node('end', 'end', { outputs: { greeting: '{{fetch.body}}' } }, 192),
      ],
      edges: [edge('start', 'fetch'), edge('fetch', 'end')],
    },
  });
  return id;
}

/** @returns the id of the run, which has ended or waits for a person */
async function runOnce(client: Client, workflowId: string, inputs: Record<string, JsonValue>): Promise<string> {
  const { runId } = await client.runWorkflow({ params: { id: workflowId }, body: { inputs } });
  return runId;
}
