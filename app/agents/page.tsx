import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { AgentsPage } from '#components/pages/agents/agents-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('agents');

export default async function Page() {
  const data = await askApi((client) => client.listAgents());
  return data ? (
    <PageQueries>
      <AgentsPage first={data.items} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
