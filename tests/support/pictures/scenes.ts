import type { Page } from '@playwright/test';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import type { Seeded } from './seed-pictures.ts';

export type Scene = {
  readonly name: string;
  path(seeded: Seeded): string;
  /** Actions before the picture is taken. */
  prepare?(page: Page): Promise<void>;
  /** One of many similar scenes: taken only wide in light English and narrow in dark Chinese. */
  readonly isOneOfMany?: boolean;
  /** Not shown on a phone. */
  readonly isWideOnly?: boolean;
  /** Requests fail in it, which the browser logs. */
  readonly isCutOff?: boolean;
};

/** Scenes of a new server. */
export const firstScenes: readonly (Scene & { path(): string })[] = [
  { name: 'home-first', path: () => '/' },
  { name: 'runs-none', path: () => '/runs?status=failed' },
  { name: 'approvals-none', path: () => '/approvals' },
  { name: 'monitor-none', path: () => '/monitor' },
];

/** The form of a node of every type. */
const inspectors = Object.keys(nodeRegistry).map(
  (type): Scene => ({
    name: `inspector-${type}`,
    // Opened by URL, because a narrow window does not show all of them.
    path: ({ everyTypeWorkflowId }) => `/workflows/${everyTypeWorkflowId}?node=${type.replaceAll('-', '_')}`,
    isOneOfMany: true,
    async prepare(page) {
      await page
        .getByRole('complementary')
        .last()
        .getByRole('textbox', { name: /^(Name|名称)$/ })
        .first()
        .waitFor();
      for (const fold of await page.locator('#inspector details:not([open]) > summary').all()) await fold.click();
    },
  }),
);

/** Dialogs and menus. */
const openings = (
  [
    {
      name: 'commands',
      path: ({ workflowId }) => `/workflows/${workflowId}`,
      prepare: (page) => page.keyboard.press('Control+k'),
    },
    { name: 'shortcuts', path: ({ workflowId }) => `/workflows/${workflowId}`, prepare: (page) => page.keyboard.press('?') },
    {
      name: 'node-menu',
      path: ({ orchestratorId }) => `/workflows/${orchestratorId}`,
      prepare: (page) => page.locator('.react-flow__node').nth(1).click({ button: 'right' }),
    },
    {
      name: 'workflow-menu',
      path: () => '/workflows',
      prepare: (page) => page.locator('main button[aria-haspopup="menu"]').first().click(),
    },
    {
      name: 'not-saved',
      isCutOff: true,
      path: ({ workflowId }) => `/workflows/${workflowId}`,
      async prepare(page) {
        await page.route('**/api/v1/workflows/**', (route) =>
          route.request().method() === 'PUT' ? route.abort() : route.continue(),
        );
        await page.locator('.react-flow__node').nth(1).click();
        await page.keyboard.press('ArrowDown');
        await page.locator('[data-save="failed"]').waitFor();
      },
    },
    {
      name: 'revoke-key',
      path: ({ orchestratorId }) => `/workflows/${orchestratorId}`,
      async prepare(page) {
        await openPublishPanel(page);
        await page.locator('[data-key] button').first().click();
      },
    },
  ] satisfies Scene[]
).map((scene): Scene => ({ ...scene, isOneOfMany: true }));

async function openPublishPanel(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Publish|发布)/ })
    .click();
  await page.locator('[data-publish-panel][aria-busy="false"]').waitFor();
}

/** Every page of the product with its main element. */
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
    isWideOnly: true,
    path: ({ orchestratorId }) => `/workflows/${orchestratorId}`,
    prepare: openPublishPanel,
  },
  {
    name: 'assistant',
    isWideOnly: true,
    path: ({ orchestratorId }) => `/workflows/${orchestratorId}`,
    prepare: (page) =>
      page
        .getByRole('banner')
        .getByRole('button', { name: /^(Assistant|助手)/ })
        .click(),
  },
  { name: 'versions', path: ({ orchestratorId }) => `/workflows/${orchestratorId}/versions` },
  { name: 'runs', path: () => '/runs' },
  { name: 'run', path: ({ succeededRunId }) => `/runs/${succeededRunId}` },
  { name: 'run-waiting', path: ({ waitingRunId }) => `/runs/${waitingRunId}` },
  { name: 'run-failed', path: ({ failedRunId }) => `/runs/${failedRunId}` },
  { name: 'run-missing', path: () => '/runs/run_gone', isOneOfMany: true },
  { name: 'approvals', path: () => '/approvals' },
  { name: 'templates', path: () => '/templates' },
  { name: 'models', path: () => '/models', prepare: (page) => page.locator('form details summary').click() },
  { name: 'tools', path: () => '/tools' },
  { name: 'tool', path: () => '/tools', prepare: (page) => page.locator('main [data-tool]').nth(3).click() },
  { name: 'files', path: () => '/files' },
  { name: 'agents', path: () => '/agents' },
  { name: 'skills', path: () => '/skills' },
  {
    name: 'skill',
    path: () => '/skills',
    prepare: (page) => page.locator('[data-skill="refund-letter"]').click(),
  },
  {
    name: 'skill-test',
    path: () => '/skills',
    async prepare(page) {
      await page.getByRole('button', { name: /^(Test a message|测试一条消息)$/ }).click();
      await page.getByRole('textbox', { name: /^(Message|消息)$/ }).fill('Write the letter for the refund of order 48213');
      await page.getByRole('button', { name: /^(Find the skill|查找技能)$/ }).click();
      await page.locator('[data-match="refund-letter"]').waitFor();
    },
  },
  { name: 'memory', path: () => '/memory' },
  {
    name: 'memory-user',
    path: () => '/memory',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^ada@example.com/ })
        .first()
        .click(),
  },
  { name: 'stored-values', path: () => '/stored-values' },
  {
    name: 'chat-page',
    path: ({ chatSlug }) => `/chat/${chatSlug}`,
    async prepare(page) {
      await page.getByRole('textbox', { name: /^(Message|消息)$/ }).fill('Are you open on Sunday?');
      await page.keyboard.press('Enter');
      await page.getByText('from 9 to 18').first().waitFor();
    },
  },
  { name: 'form-page', path: ({ formPath }) => formPath },
  { name: 'run-artifacts', path: ({ artifactRunId }) => `/runs/${artifactRunId}` },
  {
    name: 'artifact',
    path: ({ artifactRunId }) => `/runs/${artifactRunId}`,
    async prepare(page) {
      await page.locator('[data-artifact="City bikes.pptx"]').getByRole('button').click();
      await page.locator('[data-part="artifact-viewer"] [data-slide="0"]').waitFor();
    },
  },
  { name: 'knowledge', path: () => '/knowledge' },
  {
    name: 'knowledge-document',
    path: () => '/knowledge',
    async prepare(page) {
      await page.getByRole('button', { name: /Handbook/ }).click();
      await page
        .getByRole('button', { name: /^Leave/ })
        .first()
        .click();
    },
  },
  {
    name: 'knowledge-test',
    path: () => '/knowledge',
    async prepare(page) {
      await page.getByRole('button', { name: /Handbook/ }).click();
      await page.getByRole('radio', { name: /^(Test|测试)/ }).click();
      await page.getByRole('textbox').first().fill('How many days of leave do I have?');
      await page.keyboard.press('Enter');
      await page.locator('[data-passage]').first().waitFor();
    },
  },
  { name: 'sessions', path: ({ talkingWorkflowId }) => `/sessions?workflow=${talkingWorkflowId}` },
  {
    name: 'session',
    path: ({ talkingWorkflowId }) => `/sessions?workflow=${talkingWorkflowId}`,
    async prepare(page) {
      await page.getByRole('textbox', { name: /^(Message|消息)$/ }).fill('My name is Ada. What can you do?');
      await page.keyboard.press('Enter');
      await page.locator('[data-turn]').first().waitFor();
    },
  },
  {
    name: 'triggers',
    isWideOnly: true,
    path: ({ triggeredWorkflowId }) => `/workflows/${triggeredWorkflowId}`,
    prepare: (page) => page.locator('[data-trigger]').first().click(),
  },
  { name: 'mcp', path: () => '/mcp' },
  { name: 'credentials', path: () => '/credentials' },
  {
    name: 'credential-new',
    path: () => '/credentials',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^(New credential|新建凭证)$/ })
        .first()
        .click(),
  },
  { name: 'how-it-runs', path: ({ workflowId }) => `/workflows/${workflowId}/graph` },
  { name: 'sign-in', path: () => '/sign-in' },
  { name: 'monitor', path: () => '/monitor' },
  { name: 'usage', path: () => '/usage' },
  { name: 'api-docs', path: () => '/api-docs' },
  { name: 'settings', path: () => '/settings' },
  { name: 'dashboards', path: () => '/dashboards' },
  { name: 'workflow-dashboard', path: ({ orchestratorId }) => `/dashboards?workflow=${orchestratorId}` },
  { name: 'workflows', path: () => '/workflows' },
  { name: 'design', path: () => '/design' },
  { name: 'not-found', path: () => '/nowhere' },
  ...openings,
  ...inspectors,
];
