import { loadTemplatesPage } from '#app/load-home-page.ts';
import { pageTitle } from '#app/page-title.ts';
import { TemplatesPage } from '#components/pages/templates/templates-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('templates');

export default async function Page() {
  const data = await loadTemplatesPage();
  return data ? <TemplatesPage {...data} /> : <ApiDown />;
}
