import type { z } from 'zod';
import { type Client, makeClient } from '#lib/api/client.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { type SeededPublished, seedPublished } from './seed-published.ts';

type JsonValue = z.core.util.JSONType;

/** Ids of the seeded resources, by purpose. */
export type Seeded = {
  readonly workflowId: string;
  readonly orchestratorId: string;
  readonly emptyWorkflowId: string;
  readonly failingWorkflowId: string;
  /** Holds a node of every type, each named for it. */
  readonly everyTypeWorkflowId: string;
  readonly succeededRunId: string;
  readonly waitingRunId: string;
  readonly failedRunId: string;
  /** A workflow that talks, with two turns of a session. */
  readonly talkingWorkflowId: string;
  /** Deployed with a webhook and a schedule. */
  readonly triggeredWorkflowId: string;
} & SeededPublished;

/**
 * Seeds a server with realistic data: workflows, versions, an endpoint with a key, runs of every
 * status.
 */
export async function seedPictures(baseUrl: string): Promise<Seeded> {
  const client = makeClient({ baseUrl, fetch });
  const workflowId = await saveTemplate(client, 'triage-with-approval');
  const orchestratorId = await saveTemplate(client, 'orchestrator');
  await saveTemplate(client, 'parallel-review');
  const failingWorkflowId = await saveFailing(client);
  const everyTypeWorkflowId = await saveEveryType(client, workflowId);
  const { id: emptyWorkflowId } = await client.createWorkflow({
    body: { format: 'threadloom/workflow@1', name: 'Weekly digest', description: '', settings: {}, nodes: [], edges: [] },
  });
  await client.deployWorkflow({ params: { id: orchestratorId }, body: { slug: 'orchestrator' } });
  await client.createKey({
    params: { slug: 'orchestrator' },
    body: { name: 'website', ratePerMinute: 60, budget: { maxCostUsd: 5, maxTokens: 200_000, onBudget: 'ask' } },
  });
  await seedResources(client);
  await seedKnowledge(client);
  const talkingWorkflowId = await saveTemplate(client, 'chat-with-memory');
  const triggeredWorkflowId = await saveTemplate(client, 'daily-digest');
  await client.deployWorkflow({ params: { id: triggeredWorkflowId }, body: { slug: 'digest' } });
  await client.setDayBudget({ body: { budget: { maxTokens: 6000, onBudget: 'stop' } } });
  const published = await seedPublished(client, baseUrl);
  return {
    ...published,
    workflowId,
    orchestratorId,
    emptyWorkflowId,
    failingWorkflowId,
    everyTypeWorkflowId,
    talkingWorkflowId,
    triggeredWorkflowId,
    succeededRunId: await runOnce(client, orchestratorId, { question: 'What time is it in Shanghai and in Lisbon?' }),
    waitingRunId: await runOnce(client, workflowId, { message: 'Nobody in our office can sign in. Please help!' }),
    failedRunId: await runOnce(client, failingWorkflowId, { name: 'Ada' }),
  };
}

/** What workflows use: files, credentials, an agent, servers. */
async function seedResources(client: Client): Promise<void> {
  for (const [path, content] of [
    ['reports/2026-11-summary.md', '# November\n\nSign-in failed for two hours on the 12th.\n'],
    ['orders.csv', 'id,total\n1,12.50\n2,80.00\n'],
    ['a-file-with-a-rather-long-name-that-does-not-fit-into-its-column.txt', 'long'],
  ] as const)
    await client.uploadFiles({ query: { path }, content: new Blob([content]) });
  await client.createCredential({
    body: { name: 'customer_service', type: 'bearer', hosts: ['api.example.com'], fields: { token: 'not-a-real-token' } },
  });
  await client.createCredential({
    body: {
      name: 'orders_db',
      type: 'postgres',
      hosts: ['db.example.com:5432'],
      fields: { host: 'db.example.com', database: 'orders', user: 'threadloom', password: 'not-a-real-password' },
    },
  });
  await client.createAgent({
    body: {
      id: 'release-notes',
      title: 'Release notes',
      description: 'Writes release notes from a list of changes.',
      instructions: 'Write for people who use the product. Group changes by what they are for.',
      tools: ['time-now'],
    },
  });
  await client.createMcpServer({ body: { name: 'tickets', transport: 'http', url: 'https://tickets.example.com/mcp' } });
}

/** A base of two documents, and a question whose answer is known. */
async function seedKnowledge(client: Client): Promise<void> {
  const params = { name: 'handbook' };
  await client.createKnowledgeBase({ body: { name: 'handbook', title: 'Handbook', description: 'How we work.' } });
  await client.writeKnowledgeDocuments({
    params,
    body: {
      documents: [
        {
          key: 'leave',
          title: 'Leave',
          text: '# Leave\n\n## Days\n\nEverybody has 28 days of paid leave a year.\n\n## Asking\n\nAsk two weeks before.',
        },
        { key: 'travel', title: 'Travel', text: '# Travel\n\nBook trains of the first class for journeys over three hours.' },
      ],
    },
  });
  await client.setKnowledgeQuestions({
    params,
    body: { items: [{ question: 'How many days off are there?', documentKey: 'leave', excerpt: '28 days' }] },
  });
}

async function saveTemplate(client: Client, id: string): Promise<string> {
  const { document } = await client.getTemplate({ params: { id } });
  return (await client.createWorkflow({ body: document })).id;
}

async function saveFailing(client: Client): Promise<string> {
  const node = (id: string, type: string, config: Record<string, JsonValue>, y: number) => ({
    id,
    type,
    version: 1,
    label: '',
    config,
    position: { x: 0, y },
  });
  const edge = (source: string, target: string) => ({
    id: `${source}-${target}`,
    source,
    sourceHandle: 'out',
    target,
    targetHandle: 'in',
  });
  const { id } = await client.createWorkflow({
    body: {
      format: 'threadloom/workflow@1',
      name: 'Greeting',
      description: 'Fetches a customer and greets them.',
      settings: {},
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

/** Sample configs by node type. Other types keep their defaults. */
const filledConfigs = (calledWorkflowId: string): Record<string, Record<string, JsonValue>> => ({
  start: { inputs: [{ name: 'question', type: 'text', required: true }] },
  llm: { userPrompt: '{{start.question}}', availableTools: ['time-now', 'http_request'] },
  classifier: {
    input: '{{start.question}}',
    classes: ['Refund', 'Complaint'].map((title) => ({ id: title.toLowerCase(), title })),
  },
  condition: { when: 'start.question == "yes"' },
  switch: { cases: [{ id: 'short', title: 'Short', when: 'size(start.question) < 20' }] },
  code: { code: 'return { length: inputs.text.length };', inputs: { text: '{{start.question}}' } },
  http: { url: 'https://example.com/orders', headers: { accept: 'application/json' } },
  set: { values: { greeting: 'Hello {{start.question}}' } },
  template: { template: 'You asked: {{start.question}}' },
  'tool-call': { toolName: 'time-now', parameters: { timezone: 'UTC' } },
  workflow: { workflowId: calledWorkflowId, inputs: { message: '{{start.question}}' } },
  approval: { title: 'Send this?', value: '{{start.question}}' },
  end: { outputs: { answer: '{{llm.output}}' } },
});

async function saveEveryType(client: Client, calledWorkflowId: string): Promise<string> {
  const filled = filledConfigs(calledWorkflowId);
  const { id } = await client.createWorkflow({
    body: {
      format: 'threadloom/workflow@1',
      name: 'One of every kind',
      description: '',
      settings: {},
      edges: [],
      nodes: Object.keys(nodeRegistry).map((type, index) => ({
        id: type.replaceAll('-', '_'),
        type,
        version: 1,
        label: '',
        config: filled[type] ?? {},
        position: { x: (index % 5) * 360, y: Math.floor(index / 5) * 200 },
      })),
    },
  });
  return id;
}

/** @returns the id of the run, which has ended or waits for a person */
async function runOnce(client: Client, workflowId: string, inputs: Record<string, JsonValue>): Promise<string> {
  const { runId } = await client.runWorkflow({ params: { id: workflowId }, body: { inputs } });
  return runId;
}
