import { Suspense } from 'react';
import { loadWorkflowsPage } from '#app/load-home-page.ts';
import { pageTitle } from '#app/page-title.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import type { HomeData } from '#components/pages/home/home-data.ts';
import { WorkflowsPage } from '#components/pages/home/workflows-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';
import { PageLoading } from '#components/shell/page-loading.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('workflows');

/** A boundary here instead of a file `loading.tsx`, which would also cover the editor. */
export default function Page() {
  return (
    <Suspense fallback={<PageLoading page="workflows" />}>
      <Workflows asked={loadWorkflowsPage()} />
    </Suspense>
  );
}

async function Workflows({ asked }: { asked: Promise<HomeData | undefined> }) {
  const data = await asked;
  return data ? (
    <PageQueries>
      <WorkflowsPage data={data} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
