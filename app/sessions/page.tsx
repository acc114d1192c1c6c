import { askApi } from '#app/ask-api.ts';
import { oneParameter } from '#app/one-parameter.ts';
import { pageTitle } from '#app/page-title.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { loadSessions } from '#components/pages/sessions/load-sessions.ts';
import { SessionsPage } from '#components/pages/sessions/sessions-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('sessions');

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: PageProps) {
  const { session, workflow, agent } = await searchParams;
  const address = { session: oneParameter(session), workflow: oneParameter(workflow), agent: oneParameter(agent) };
  const data = await askApi((client) => loadSessions(client, address));
  return data ? (
    <PageQueries>
      <SessionsPage key={`${address.workflow} ${address.agent}`} first={data} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
