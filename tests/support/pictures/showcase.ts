import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { type Client, makeClient } from '#lib/api/client.ts';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';
import type { RequestBody } from '../fake-model/answer.ts';
import type { Behaviour } from '../fake-model/behaviour.ts';
import { startFakeModel } from '../fake-model/start-fake-model.ts';
import { ServerProcess } from '../server-process.ts';
import type { Scene } from './scenes.ts';

type JsonValue = z.core.util.JSONType;

const POLL_MS = 100;

/** A support workflow with a run that is at work, and the same run when it has ended. */
export type Showcase = {
  readonly url: string;
  /** Of the run in the editor. */
  readonly path: string;
  /** Lets the model end its answer, approves the refund, and waits for the end of the run. */
  finish(): Promise<void>;
  stop(): Promise<void>;
};

/** The run while its model writes and a person is asked. */
export const showcaseScene: Omit<Scene, 'path'> = {
  name: 'showcase',
  async prepare(page) {
    await page.locator('[data-id=approve] [data-state=waiting]').first().waitFor();
    await page.locator('[data-id=reply] [data-state=running]').first().waitFor();
    await page.locator('.react-flow__node[data-id=reply]').click();
  },
};

const TICKET = `Hello, the kettle of order 81-4471 arrived on 6 November, and its lid leaks. May I send it back, and do I get the full amount?`;
const POLICY = `# Returns

## Time

A product can be returned within 30 days from delivery, used or not. The day of delivery does not count.

## Amount

The full amount goes back to the card within five days, with the postage of the first parcel.

## Defects

A product with a defect is replaced or refunded for two years. The customer chooses.`;
const ANSWER = `Hello Ines,

thank you for writing, and I am sorry about the lid. Your kettle arrived on 6 November, so it is **within the 30 days**, and the full amount of €249.00 goes back to your card.

1. Print the label that comes with this mail.
2. Hand the parcel in at any post office.
3. The money is on your card within five days.

Kind regards,
Northwind Support`;

const say = (text: string, pace: Partial<Behaviour> = {}): Partial<Behaviour> => ({
  tokens: text.match(/.{1,6}/gsu) ?? [],
  calls: [],
  isExact: true,
  firstTokenMs: 400,
  tokenMs: 12,
  charsPerToken: 4,
  ...pace,
});
const call = (...calls: { name: string; args: object }[]): Partial<Behaviour> => ({
  calls,
  firstTokenMs: 600,
  charsPerToken: 4,
});

/**
 * Starts a server of its own with models that answer by a script, and a run whose model has written half of its answer
 * while a person is asked.
 */
export async function startShowcase(dataFolder: string): Promise<Showcase> {
  let release: () => void = () => {};
  const heldUntil = new Promise<void>((resolve) => {
    release = resolve;
  });
  const model = await startFakeModel({ reply: (body) => replyTo(body, heldUntil) });
  const shop = await startShop();
  const server = await ServerProcess.start({ dataFolder, isHeadless: false, config: configText(model.url, shop.host) });
  const client = makeClient({ baseUrl: server.url, fetch });
  await seed(client);
  const { id: workflowId } = await client.createWorkflow({ body: refundTriage(shop.host) });
  const inputs = { ticket: TICKET, order: '81-4471' };
  const { runId } = await client.runWorkflow({ params: { id: workflowId }, body: { inputs, mode: 'async' } });
  return {
    url: server.url,
    path: `/workflows/${workflowId}?run=${runId}`,
    async finish() {
      release();
      const { items } = await client.listRunApprovals({ params: { id: runId }, query: { status: 'pending' } });
      for (const { actionId } of items)
        await client.decideApproval({
          params: { id: runId, actionId },
          body: { confirmed: true, comment: 'Checked with finance.' },
        });
      while ((await client.getRun({ params: { id: runId } })).finishedAt === null) await sleep(POLL_MS);
    },
    async stop() {
      await server.end();
      await model.stop();
      await shop.stop();
    },
  };
}

const configText = (modelUrl: string, shopHost: string) => `
http:
  allowed_private_hosts: [${shopHost}]
models:
  writer: { provider: openai-compatible, base_url: ${modelUrl}, model: writer, max_context: 200000, price: { input: 3, output: 15 } }
  small: { provider: openai-compatible, base_url: ${modelUrl}, model: small, max_context: 200000, price: { input: 0.8, output: 4 } }
default_model: writer
`;

function replyTo({ messages, tools }: RequestBody, heldUntil: Promise<void>): Partial<Behaviour> {
  const named = (part: string) => names(tools).find((name) => name.includes(part)) ?? part;
  const list = messages as { role: string; content: string | null }[];
  const first = list[0]?.content ?? '';
  const results = list.filter(({ role }) => role === 'tool').length;
  if (first.includes('- refund:')) return say('{"class":"refund"}');
  if (first.includes('You check the tone')) return say(finding('Formal and without blame. It can go out.'));
  if (first.includes('You check replies'))
    return say(finding('The 30 days are right: delivery on 6 November, day 22 today.'), { firstTokenMs: 900 });
  if (results === 0)
    return call({ name: named('quote'), args: { order: '81-4471' } }, { name: named('policy'), args: { query: 'leaking lid' } });
  if (results === 2) return call({ name: named('agent'), args: ask('policy-checker', 'Is day 22 within the time of returns?') });
  if (results === 3) return call({ name: named('agent'), args: ask('tone-checker', 'Is the reply friendly and without blame?') });
  // The first half at once, and the others when the picture is taken.
  const [half = '', ...others] = [
    ANSWER.slice(0, ANSWER.length / 2),
    ...(ANSWER.slice(ANSWER.length / 2).match(/.{1,6}/gsu) ?? []),
  ];
  return say(ANSWER, { firstTokenMs: 700, tokenMs: 25, tokens: [half, ...others], heldUntil });
}

const names = (tools: RequestBody['tools']) =>
  ((tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);

const ask = (name: string, task: string) => ({ name, task });

/** What an agent that was asked reports. */
const finding = (summary: string) => JSON.stringify({ summary, evidence: [] });

/** The system of orders that the workflow asks. */
async function startShop() {
  const order = {
    id: '81-4471',
    deliveredAt: '2026-11-06',
    customer: { name: 'Ines K.', since: '2021-03-14' },
    lines: [{ product: 'Kettle', amountCents: 24900 }],
  };
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? order : { refundId: 'rf_2071', state: 'accepted' };
    setTimeout(() => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)), 250);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

async function seed(client: Client): Promise<void> {
  await client.createKnowledgeBase({
    body: { name: 'refund-policy', title: 'Refund policy', description: 'When money goes back.' },
  });
  await client.writeKnowledgeDocuments({
    params: { name: 'refund-policy' },
    body: { documents: [{ key: 'returns', title: 'Returns', text: POLICY }] },
  });
  for (const [id, title, instructions] of [
    ['policy-checker', 'Policy checker', 'You check replies to customers against the policy of the shop.'],
    ['tone-checker', 'Tone checker', 'You check the tone of replies to customers.'],
  ] as const)
    await client.createAgent({ body: { id, title, description: instructions, instructions, model: 'small', tools: [] } });
  const { id } = await client.createWorkflow({ body: refundQuote });
  await client.deployWorkflow({ params: { id }, body: { slug: 'refund-quote' } });
}

const node = (
  id: string,
  type: string,
  label: string,
  at: readonly [number, number],
  config: Record<string, JsonValue> = {},
) => ({
  id,
  type,
  version: 1,
  label,
  config,
  position: { x: at[0], y: at[1] },
});

const edge = (source: string, target: string, sourceHandle = 'out') => ({
  id: `${source}-${sourceHandle}-${target}`,
  source,
  sourceHandle,
  target,
  targetHandle: 'in',
});

const refundQuote: Workflow = {
  format: WORKFLOW_FORMAT,
  name: 'Refund quote',
  description: 'What goes back to the customer for an order.',
  settings: {},
  nodes: [
    node('start', 'start', 'Start', [0, 0], { inputs: [{ name: 'order', type: 'text', required: true }] }),
    node('quote', 'set', 'Quote', [0, 60], { values: { order: '{{start.order}}', amountCents: 24900 } }),
    node('end', 'end', 'End', [0, 120], { outputs: { quote: '{{quote}}' } }),
  ],
  edges: [edge('start', 'quote'), edge('quote', 'end')],
};

const refundTriage = (shopHost: string): Workflow => ({
  format: WORKFLOW_FORMAT,
  name: 'Refund triage',
  description: 'Sorts support mail, drafts the reply, and asks finance before money goes back.',
  settings: { limits: { maxCostUsd: 0.25 } },
  nodes: [
    node('start', 'start', 'Start', [34, 0], {
      inputs: [
        { name: 'ticket', type: 'text', title: 'Mail', required: true },
        { name: 'order', type: 'text', title: 'Order', required: true },
      ],
    }),
    node('classify', 'classifier', 'Classify intent', [0, 53], {
      model: 'small',
      input: '{{start.ticket}}',
      classes: [
        { id: 'refund', title: 'Refund', description: 'Money back, a return or an exchange' },
        { id: 'bug', title: 'Bug', description: 'Something in the shop or the app is broken' },
      ],
    }),
    node('order', 'http', 'Fetch order', [-280, 150], { url: `http://${shopHost}/v2/orders/{{start.order}}` }),
    node('policy', 'knowledge', 'Search policy', [0, 150], { base: 'refund-policy', query: '{{start.ticket}}', limit: 3 }),
    node('reply', 'llm', 'Draft reply', [-280, 222], {
      systemPrompt: 'You write replies about refunds for the support of a shop. Quote the policy. Never promise a date.',
      userPrompt:
        'Mail: {{start.ticket}}\nOrder: {{order.body.lines}}\nDelivered: {{order.body.deliveredAt}}\nCustomer since {{order.body.customer.since}}\n\nSay first what the customer gets, then how. Have policy and tone checked before you answer.',
      availableTools: [
        { tool: 'workflow@refund-quote', name: 'quote_refund', description: 'What goes back for an order' },
        'knowledge@refund-policy',
        'sub-agent',
      ],
      agents: ['policy-checker', 'tone-checker'],
      maxIterations: 8,
    }),
    node('risk', 'code', 'Score risk', [0, 222], {
      inputs: { passages: '{{policy.items}}' },
      code: 'return { score: 0.18, level: "low", passages: inputs.passages.length };',
    }),
    node('approve', 'approval', 'Approve refund', [0, 294], {
      title: 'Refund €249.00 to Ines K.?',
      message: 'Order {{start.order}}, risk {{risk.level}}.',
      value: { amountCents: 24900, order: '{{start.order}}' },
    }),
    node('refund', 'http', 'Issue refund', [0, 400], {
      method: 'POST',
      url: `http://${shopHost}/v2/refunds`,
      bodyType: 'json',
      body: '{{approve}}',
    }),
    node('report', 'template', 'Bug report', [280, 150], { template: '## Report\n\n{{start.ticket}}' }),
    node('issue', 'http', 'Create issue', [280, 222], {
      method: 'POST',
      url: `http://${shopHost}/repos/shop/issues`,
      bodyType: 'json',
      body: { body: '{{report.text}}' },
    }),
    node('other', 'end', 'Other mail', [470, 53], { outputs: { mail: '{{start.ticket}}' } }),
    node('kept', 'end', 'Kept back', [314, 400], { outputs: { comment: '{{approve.comment}}' } }),
    node('merge', 'merge', 'Merge results', [0, 472]),
    node('end', 'end', 'End', [34, 544], { outputs: { results: '{{merge.value}}' } }),
  ],
  edges: [
    edge('start', 'classify'),
    edge('classify', 'order', 'refund'),
    edge('classify', 'policy', 'refund'),
    edge('classify', 'report', 'bug'),
    edge('classify', 'other', 'else'),
    edge('order', 'reply'),
    edge('policy', 'risk'),
    edge('risk', 'approve'),
    edge('approve', 'refund', 'approved'),
    edge('approve', 'kept', 'rejected'),
    edge('report', 'issue'),
    edge('reply', 'merge'),
    edge('refund', 'merge'),
    edge('issue', 'merge'),
    edge('merge', 'end'),
  ],
});
