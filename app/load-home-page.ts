import { askApi } from '#app/ask-api.ts';
import type { TemplateResource } from '#components/data/listed.ts';
import { loadDeployments } from '#components/data/load-deployments.ts';
import type { HomeData } from '#components/pages/home/home-data.ts';
import { FIRST_QUERY, loadRows } from '#components/pages/home/load-rows.ts';
import { RECENT_ROWS, type StartData } from '#components/pages/start/start-data.ts';
import { featuredFirst, startExamples } from '#components/pages/start/start-examples.ts';
import { toTemplateCard } from '#components/pages/templates/template-card.ts';
import type { Client } from '#lib/api/client.ts';

/** What the start page shows first; undefined when the API cannot be reached. */
export function loadStartPage(): Promise<StartData | undefined> {
  return askApi(loadStart);
}

/** The first page of all workflows; undefined when the API cannot be reached. */
export function loadWorkflowsPage(): Promise<HomeData | undefined> {
  return askApi(async (client) => {
    const [list, deployments, models] = await Promise.all([loadRows(client), loadDeployments(client), client.listModels()]);
    return { ...list, deployments, isDemo: isDemo(models), madeAt: new Date().toISOString() };
  });
}

type Models = Awaited<ReturnType<Client['listModels']>>;

/** Nothing is configured, and the demo model answers. */
function isDemo({ items }: Models): boolean {
  return items.some((model) => model.isDefault && model.isDemo);
}

/** The templates with their pictures; undefined when the API cannot be reached. */
export function loadTemplatesPage(): Promise<Pick<StartData, 'templates' | 'isDemo'> | undefined> {
  return askApi(async (client) => {
    const [templates, models] = await Promise.all([loadTemplates(client), client.listModels()]);
    return { templates: templates.map(toTemplateCard), isDemo: isDemo(models) };
  });
}

async function loadStart(client: Client): Promise<StartData> {
  const [list, deployments, models, templates, attention] = await Promise.all([
    loadRows(client, FIRST_QUERY, { limit: RECENT_ROWS }),
    loadDeployments(client),
    client.listModels(),
    loadTemplates(client),
    client.getAttention(),
  ]);
  const cards = featuredFirst(templates.map(toTemplateCard));
  return {
    ...list,
    deployments,
    templates: cards,
    examples: startExamples(cards),
    models: models.items,
    attention,
    isDemo: isDemo(models),
    madeAt: new Date().toISOString(),
  };
}

async function loadTemplates(client: Client): Promise<TemplateResource[]> {
  const { items } = await client.listTemplates();
  const whole = await Promise.all(items.map(({ id }) => client.getTemplate({ params: { id } })));
  return whole.toSorted((a, b) => a.nodeCount - b.nodeCount || lengthOf(a) - lengthOf(b));
}

/** Of workflows with as many nodes the one with less to set up is simpler. */
function lengthOf({ document }: TemplateResource): number {
  return JSON.stringify(document).length;
}
