import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { ToolsPage } from '#components/pages/tools/tools-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('tools');

export default async function Page() {
  const data = await askApi(async (client) => {
    const [{ groups }, { items }] = await Promise.all([client.listTools(), client.listA2aServices()]);
    return { groups, agents: items };
  });
  if (!data) return <ApiDown />;
  return (
    <PageQueries>
      <ToolsPage groups={data.groups} agents={data.agents} />
    </PageQueries>
  );
}
