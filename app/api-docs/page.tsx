import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { loadDeployments } from '#components/data/load-deployments.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { ApiDocsPage } from '#components/pages/api-docs/api-docs-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('apiDocs');

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: PageProps) {
  const wanted = [(await searchParams).slug].flat()[0];
  const deployments = await askApi((client) => loadDeployments(client));
  if (!deployments) return <ApiDown />;
  const slugs = deployments.map(({ slug }) => slug);
  return (
    <PageQueries>
      <ApiDocsPage slugs={slugs} first={slugs.find((slug) => slug === wanted)} />
    </PageQueries>
  );
}
