import { askApi } from '#app/ask-api.ts';
import type { TemplateResource } from '#components/data/listed.ts';
import { loadDeployments } from '#components/data/load-deployments.ts';
import type { HomeData } from '#components/pages/home/home-data.ts';
import { loadRows } from '#components/pages/home/load-rows.ts';
import { layoutPicture } from '#components/pages/templates/layout-picture.ts';
import type { TemplateCard } from '#components/pages/templates/template-card.ts';
import type { Client } from '#lib/api/client.ts';

/** Everything the home page shows first; undefined when the API cannot be reached. */
export function loadHomePage(): Promise<HomeData | undefined> {
  return askApi(load);
}

/** The templates with their pictures; undefined when the API cannot be reached. */
export function loadTemplatesPage(): Promise<Pick<HomeData, 'templates' | 'isDemo'> | undefined> {
  return askApi(async (client) => {
    const [templates, models] = await Promise.all([loadTemplates(client), client.listModels()]);
    return { templates: templates.map(toCard), isDemo: models.items.some((model) => model.isDefault && model.isDemo) };
  });
}

/** It shows in a few seconds what a graph is for: three models work side by side, and a fourth waits for them. */
const SAMPLE_ID = 'parallel-review';

async function load(client: Client): Promise<HomeData> {
  const [list, deployments, models, templates] = await Promise.all([
    loadRows(client),
    loadDeployments(client),
    client.listModels(),
    loadTemplates(client),
  ]);
  return {
    ...list,
    deployments,
    templates: templates.map(toCard),
    sample: templates.find(({ id }) => id === SAMPLE_ID) ?? templates[0],
    isDemo: models.items.some((model) => model.isDefault && model.isDemo),
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

function toCard({ document, ...summary }: TemplateResource): TemplateCard {
  return { ...summary, picture: layoutPicture(document) };
}
