import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { readUsageAddress, toUsageQuery } from '#components/pages/usage/usage-address.ts';
import { UsagePage } from '#components/pages/usage/usage-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('usage');

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: PageProps) {
  const address = readUsageAddress(await searchParams);
  const first = await askApi((client) => client.getUsageReport({ query: toUsageQuery(address, Date.now()) }));
  return first ? (
    <PageQueries>
      <UsagePage first={first} address={address} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
