import { type BrowserContext, expect, type Page } from '@playwright/test';

/** The part of the page that shows a run. */
export const panel = (page: Page) => page.locator('[data-run-status]');

/** A node's row in the timeline. */
export const row = (page: Page, nodeId: string) => page.locator(`[data-node="${nodeId}"]`);

/** The detail of the selected node on a run's page. */
export const span = (page: Page, nodeId: string) => page.locator(`[data-span="${nodeId}"]`);

/** Shows the tool calls of a node. On a run's page the node is selected first. */
export async function openTools(page: Page, nodeId: string) {
  if ((await span(page, nodeId).count()) === 0) await row(page, nodeId).click();
  await span(page, nodeId)
    .getByRole('tab', { name: /^(Tools|工具)/ })
    .click();
}

export async function waitForStatus(page: Page, status: string) {
  await expect(panel(page)).toHaveAttribute('data-run-status', status, { timeout: 20_000 });
}

/** Theme and language as if chosen on an earlier visit. */
export async function set(context: BrowserContext, baseURL: string | undefined, settings: { theme?: string; language?: string }) {
  const cookies = Object.entries(settings).map(([name, value]) => ({ name: `threadloom_${name}`, value, url: baseURL ?? '' }));
  await context.addCookies(cookies);
}

export const node = (id: string, type: string, config: object, options?: object) => ({
  id,
  type,
  version: 1,
  label: '',
  config,
  position: { x: 0, y: 0 },
  ...(options && { options }),
});

export const edge = (source: string, target: string, sourceHandle = 'out') => ({
  id: `${source}-${target}`,
  source,
  sourceHandle,
  target,
  targetHandle: 'in',
});

type Graph = { name: string; nodes: (ReturnType<typeof node> & { parentId?: string })[]; edges: ReturnType<typeof edge>[] };

/** Starts a run through the API; @returns its id, once it is stored */
export async function startRun(page: Page, graph: Graph, inputs: object = {}): Promise<string> {
  const document = { format: 'threadloom/workflow@1', description: '', settings: {}, ...graph };
  const answer = await page.request.post('/api/v1/runs', { data: { document, inputs, mode: 'async' } });
  const { runId } = (await answer.json()) as { runId: string };
  return runId;
}

/** Pixels by which the page is wider than its window; 0 if it fits. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(document.documentElement.scrollWidth - window.innerWidth, 0));
}

/** The interactive elements that extend beyond the right edge of the window. */
export function outsideOf(page: Page): Promise<(string | null)[]> {
  return page
    .locator('button:visible, a:visible, textarea:visible, input:visible')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
        .map((element) => element.textContent),
    );
}
