import { type Client, makeClient } from '#lib/api/client.ts';
import type { JsonValue } from '#lib/json/json-value.ts';
import { sampleDeck } from '../sample-deck.ts';

/** Ids of what people outside of the studio use, and of what it left. */
export type SeededPublished = {
  readonly chatSlug: string;
  /** Address of a form page. */
  readonly formPath: string;
  /** A run that made a presentation and a report. */
  readonly artifactRunId: string;
};

/** A hosted chat that remembers its users, a form, and a run with artifacts. */
export async function seedPublished(client: Client, baseUrl: string): Promise<SeededPublished> {
  await seedSkill(client);
  await seedValues(client);
  await seedUsers(client, baseUrl);
  return { chatSlug: await seedChat(client), formPath: await seedForm(client), artifactRunId: await seedArtifacts(client) };
}

async function seedSkill(client: Client): Promise<void> {
  const name = 'refund-letter';
  await client.createSkill({ body: { name, text: SKILL_TEXT } });
  const text = '# Tone\n\nFriendly, short, no excuses.\n';
  await client.writeSkillFile({ params: { name }, query: { path: 'references/tone.md' }, body: { text } });
}

const SKILL_TEXT = `---
name: refund-letter
description: Writes the letter that goes with a refund. Use it when a customer is paid back.
tags: [support, letters]
---
# When to use
A refund was approved and the customer has to be informed.
# Steps
1. Read references/tone.md.
2. Name the amount and the day on which it arrives.
# Output
A letter of at most 120 words.
`;

async function seedValues(client: Client): Promise<void> {
  await client.setStoredValue({ body: { key: 'last_order_id', value: 48213 } });
  await client.setStoredValue({ body: { key: 'greeted_users', value: ['ada', 'grace'] } });
}

/** A public page: its visitors have no name, so nothing is remembered of them. */
async function seedChat(client: Client): Promise<string> {
  const slug = 'help';
  const id = await save(client, {
    name: 'Help desk',
    description: 'Answers visitors of the website.',
    nodes: [startOfChat, node('end', 'end', { outputs: { answer: ANSWER } })],
    edges: [edge('start', 'end')],
  });
  await client.deployWorkflow({ params: { id }, body: { slug } });
  await client.changeChatPage({ params: { slug }, body: { access: 'public' } });
  return slug;
}

/** Users of an endpoint, of whom something is known. */
async function seedUsers(client: Client, baseUrl: string): Promise<void> {
  const slug = 'shop';
  const id = await save(client, {
    name: 'Shop assistant',
    description: 'Answers customers, and remembers them.',
    settings: { memory: { enabled: true } },
    nodes: [
      startOfChat,
      node('keep', 'memory-write', { scope: 'user', facts: ['Asked: {{start.message}}'] }),
      node('end', 'end', { outputs: { answer: ANSWER } }),
    ],
    edges: [edge('start', 'keep'), edge('keep', 'end')],
  });
  await client.deployWorkflow({ params: { id }, body: { slug } });
  const { key } = await client.createKey({ params: { slug }, body: { name: 'shop' } });
  const withKey: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${key}`);
    return fetch(input, { ...init, headers });
  };
  const shop = makeClient({ baseUrl, fetch: withKey });
  for (const [user, message] of [
    ['ada@example.com', 'Are you open on Sunday? I come by bicycle.'],
    ['ada@example.com', 'My order 48213 has not arrived.'],
    ['grace@example.com', 'I would like an invoice for my company.'],
  ] as const)
    await shop.runDeployment({ params: { slug }, body: { inputs: { message }, user } });
}

async function seedForm(client: Client): Promise<string> {
  const id = await save(client, {
    name: 'Return an order',
    nodes: [
      node('start', 'start', {
        inputs: [
          { name: 'who', type: 'text', title: 'Your name', required: true },
          { name: 'topic', type: 'select', title: 'Topic', options: ['Order', 'Return'] },
          { name: 'paper', type: 'file', title: 'Receipt' },
        ],
      }),
      node('end', 'end', { outputs: { answer: 'Dear {{start.who}}, we will write to you.' } }),
    ],
    edges: [edge('start', 'end')],
    triggers: [
      { id: 'contact', type: 'form', version: 1, label: '', config: { description: 'We answer within a day.' }, inputs: {} },
    ],
  });
  await client.deployWorkflow({ params: { id }, body: { slug: 'returns' } });
  return '/form/returns/contact';
}

async function seedArtifacts(client: Client): Promise<string> {
  const slides = sampleDeck.slides.filter(({ image }) => !image) as unknown as JsonValue;
  const id = await save(client, {
    name: 'Monthly report',
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('deck', 'artifact', { format: 'pptx', name: 'City bikes', template: 'creative', slides }),
      node('report', 'artifact', { format: 'docx', name: 'Report', content: '# Rides\n\n- Most of them on working days\n' }),
      node('end', 'end', { outputs: { deck: '{{deck}}' } }),
    ],
    edges: [edge('start', 'deck'), edge('deck', 'report'), edge('report', 'end')],
  });
  const { runId } = await client.runWorkflow({ params: { id }, body: { inputs: {} } });
  return runId;
}

type Graph = { name: string; description?: string; settings?: object; nodes: object[]; edges: object[]; triggers?: object[] };

async function save(client: Client, { nodes, ...graph }: Graph): Promise<string> {
  const placed = nodes.map((one, index) => ({ ...one, version: 1, label: '', position: { x: 0, y: index * 96 } }));
  const document = { format: 'threadloom/workflow@1', description: '', settings: {}, ...graph, nodes: placed };
  return (await client.createWorkflow({ body: document as never })).id;
}

const ANSWER = 'We are open **from 9 to 18**, on Sundays from 11.';
const node = (id: string, type: string, config: Record<string, JsonValue>) => ({ id, type, config });
const startOfChat = node('start', 'start', {
  inputs: [{ name: 'message', type: 'text', required: true }],
  opening: 'Hello! Ask about orders, returns and opening hours.',
  suggestions: ['Where is my order?', 'Are you open on Sunday?'],
});
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  sourceHandle: 'out',
  target,
  targetHandle: 'in',
});
