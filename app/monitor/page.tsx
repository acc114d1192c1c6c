import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { MonitorPage } from '#components/pages/monitor/monitor-page.tsx';
import { readRange } from '#components/pages/monitor/read-range.ts';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('monitor');

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: PageProps) {
  const range = readRange([(await searchParams).range].flat()[0]);
  const first = await askApi((client) => client.getMonitor({ query: { range } }));
  return first ? (
    <PageQueries>
      <MonitorPage first={first} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
