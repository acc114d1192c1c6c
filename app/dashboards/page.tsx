import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { loadDeployments } from '#components/data/load-deployments.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { readDashboardAddress } from '#components/pages/dashboards/dashboard-address.ts';
import { DashboardsPage } from '#components/pages/dashboards/dashboards-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('dashboards');

/** As many workflows as a list to choose from can hold. */
const WORKFLOWS_MAX = 100;

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: PageProps) {
  const address = readDashboardAddress(await searchParams);
  const scopes = await askApi(async (client) => {
    const [workflows, deployments] = await Promise.all([
      client.listWorkflows({ query: { limit: WORKFLOWS_MAX } }),
      loadDeployments(client),
    ]);
    return {
      workflows: workflows.items.map(({ id, name }) => ({ id, name })),
      endpoints: deployments.map(({ slug, workflowId }) => ({ slug, workflowId })),
    };
  });
  return scopes ? (
    <PageQueries>
      <DashboardsPage scopes={scopes} address={address} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
