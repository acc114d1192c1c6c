import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { ApiDown } from '#components/shell/api-down.tsx';
import { ToolsPage } from '#components/tools/tools-page.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('tools');

export default async function Page() {
  const data = await askApi((client) => client.listTools());
  return data ? <ToolsPage tools={data.groups.flatMap(({ tools }) => tools)} /> : <ApiDown />;
}
