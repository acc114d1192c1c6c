import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { FilesPage } from '#components/pages/files/files-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';
import { ApiError } from '#lib/api/api-error.ts';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('files');

type PageProps = { searchParams: Promise<{ folder?: string | string[] }> };

export default async function Page({ searchParams }: PageProps) {
  const { folder: given } = await searchParams;
  const data = await askApi(async (client) => {
    const load = async (folder: string) => {
      const [list, tree] = await Promise.all([client.listFiles({ query: { folder, limit: 100 } }), client.getFileTree()]);
      return { folder, list, tree };
    };
    // An address with a folder that cannot exist shows the top.
    return load(typeof given === 'string' ? given : '').catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 400) return load('');
      throw error;
    });
  });
  return data ? (
    <PageQueries>
      <FilesPage {...data} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
