import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { ModelsPage } from '#components/pages/models/models-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('models');

type PageProps = { searchParams: Promise<{ key?: string | string[] }> };

export default async function Page({ searchParams }: PageProps) {
  const { key } = await searchParams;
  const data = await askApi(async (client) => {
    const [models, settings] = await Promise.all([client.listConfiguredModels(), client.getSettings()]);
    return { first: models.items, configFile: settings.configFile, changeable: settings.changeable };
  });
  return data ? (
    <PageQueries>
      <ModelsPage {...data} keyOf={typeof key === 'string' ? key : undefined} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
