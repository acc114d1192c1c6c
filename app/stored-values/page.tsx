import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { StoredValuesPage } from '#components/pages/stored-values/stored-values-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('storedValues');

export default async function Page() {
  const first = await askApi((client) => client.listStoredValues({ query: {} }));
  return first ? (
    <PageQueries>
      <StoredValuesPage first={first} loadedAtMs={Date.now()} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
