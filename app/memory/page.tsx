import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { MemoryPage } from '#components/pages/memory/memory-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('memory');

export default async function Page() {
  const first = await askApi((client) => client.listMemoryUsers({ query: { limit: 100 } }));
  return first ? (
    <PageQueries>
      <MemoryPage first={first} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
