import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { loadCredentials } from '#components/data/load-credentials.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { CredentialsPage } from '#components/pages/credentials/credentials-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('credentials');

export default async function Page() {
  const first = await askApi((client) => loadCredentials(client));
  return first ? (
    <PageQueries>
      <CredentialsPage first={first} loadedAtMs={Date.now()} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
