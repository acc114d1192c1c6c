import { expect, type FrameLocator, type Page } from '@playwright/test';
import { edge, node } from './run-page.ts';
import { bodyOf, type documentOf, publishWorkflow, saveWorkflow } from './studio-page.ts';

export const messageInput = { name: 'message', type: 'text', required: true };
export const start = node('start', 'start', {
  inputs: [messageInput],
  opening: 'Ask the shop.',
  suggestions: ['Open on Sunday?'],
});

type Graph = Parameters<typeof documentOf>[0];
let published = 0;

/** Publishes a workflow with a chat page. @returns its endpoint */
export async function publishChat(page: Page, graph: Graph, chat: object, allow: object = {}): Promise<string> {
  const slug = `chat-${Date.now()}-${published++}`;
  await publishWorkflow(page, await saveWorkflow(page, graph), slug, allow);
  const opened = await page.request.put(`/api/v1/deployments/${slug}/chat-page`, { data: chat });
  await bodyOf(opened);
  return slug;
}

export const message = (page: Page | FrameLocator) => page.getByRole('textbox', { name: /^(Message|消息)$/ });
export const turns = (page: Page | FrameLocator) => page.locator('[data-turn]');

export async function send(page: Page | FrameLocator, text: string) {
  await message(page).fill(text);
  await message(page).press('Enter');
}

/** Chooses from the menu of the open conversation. */
export async function chooseMore(page: Page, action: string) {
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Asks before it answers. */
export const asking = {
  name: 'Refunds',
  nodes: [
    node('start', 'start', { inputs: [messageInput] }),
    node('ask', 'approval', { title: 'Send {{start.message}}?', value: '{{start.message}}' }),
    node('end', 'end', { outputs: { answer: 'Sent {{ask}}' } }),
  ],
  edges: [edge('start', 'ask'), edge('ask', 'end', 'approved')],
};

/** A member decides the only pending approval. */
export async function decide(page: Page, confirmed: boolean): Promise<void> {
  const { items } = (await (await page.request.get('/api/v1/approvals')).json()) as {
    items: { runId: string; actionId: string; status: string }[];
  };
  const [asked] = items.filter(({ status }) => status === 'pending');
  const decided = await page.request.post(`/api/v1/runs/${asked?.runId}/approvals/${asked?.actionId}`, { data: { confirmed } });
  expect(decided.status(), await decided.text()).toBe(200);
}
