import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { loadCredentials } from '#components/data/load-credentials.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { McpPage } from '#components/pages/mcp/mcp-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('mcp');

export default async function Page() {
  const first = await askApi(async (client) => {
    const [servers, credentials] = await Promise.all([client.listMcpServers(), loadCredentials(client)]);
    return { servers, credentials };
  });
  return first ? (
    <PageQueries>
      <McpPage first={first.servers} credentials={first.credentials} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
