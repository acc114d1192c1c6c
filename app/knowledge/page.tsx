import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { KnowledgePage } from '#components/pages/knowledge/knowledge-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('knowledge');

export default async function Page() {
  const first = await askApi((client) => client.listKnowledgeBases());
  return first ? (
    <PageQueries>
      <KnowledgePage first={first} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
