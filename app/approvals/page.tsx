import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { ApprovalsPage } from '#components/pages/approvals/approvals-page.tsx';
import { loadInbox } from '#components/pages/approvals/load-inbox.ts';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('approvals');

export default async function Page() {
  const inbox = await askApi((client) => loadInbox(client));
  return inbox ? (
    <PageQueries>
      <ApprovalsPage first={inbox} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
