import type { Page } from '@playwright/test';
import type { Seeded } from './seed-pictures.ts';

export type Scene = {
  readonly name: string;
  path(seeded: Seeded): string;
  /** What is done on the page before the picture is taken. */
  prepare?(page: Page): Promise<void>;
};

/** Every page of the product, and what matters on it. */
export const scenes: readonly Scene[] = [
  { name: 'home', path: () => '/' },
  { name: 'editor', path: ({ workflowId }) => `/workflows/${workflowId}` },
  { name: 'editor-empty', path: ({ emptyWorkflowId }) => `/workflows/${emptyWorkflowId}` },
  {
    name: 'editor-run',
    path: ({ orchestratorId, succeededRunId }) => `/workflows/${orchestratorId}?run=${succeededRunId}`,
    prepare: (page) => page.locator('.react-flow__node').nth(1).click(),
  },
  { name: 'editor-waiting', path: ({ workflowId, waitingRunId }) => `/workflows/${workflowId}?run=${waitingRunId}` },
  {
    name: 'editor-failed',
    path: ({ failingWorkflowId, failedRunId }) => `/workflows/${failingWorkflowId}?run=${failedRunId}`,
    prepare: (page) => page.locator('.react-flow__node').nth(1).click(),
  },
  {
    name: 'editor-plan',
    path: ({ orchestratorId, succeededRunId }) => `/workflows/${orchestratorId}?run=${succeededRunId}`,
    async prepare(page) {
      await page.locator('.react-flow__node').nth(1).click();
      await page.keyboard.press('r');
      await page.locator('[data-plan-panel="ready"][aria-busy="false"]').waitFor();
    },
  },
  {
    name: 'publish',
    path: ({ orchestratorId }) => `/workflows/${orchestratorId}`,
    async prepare(page) {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^(Publish|发布)/ })
        .click();
      await page.locator('[data-publish-panel][aria-busy="false"]').waitFor();
    },
  },
  { name: 'versions', path: ({ orchestratorId }) => `/workflows/${orchestratorId}/versions` },
  { name: 'runs', path: () => '/runs' },
  { name: 'run', path: ({ succeededRunId }) => `/runs/${succeededRunId}` },
  { name: 'run-waiting', path: ({ waitingRunId }) => `/runs/${waitingRunId}` },
  { name: 'run-failed', path: ({ failedRunId }) => `/runs/${failedRunId}` },
  { name: 'approvals', path: () => '/approvals' },
  { name: 'templates', path: () => '/templates' },
  { name: 'models', path: () => '/models', prepare: (page) => page.locator('form details summary').click() },
  { name: 'tools', path: () => '/tools' },
  { name: 'settings', path: () => '/settings' },
  { name: 'design', path: () => '/design' },
  { name: 'not-found', path: () => '/nowhere' },
];
