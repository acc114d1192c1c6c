import { headers } from 'next/headers';
import { readSettings } from '#app/read-settings.ts';
import { NotFoundPage } from '#components/shell/not-found-page.tsx';
import { HOSTED_VIEW_HEADER } from '#lib/api/hosted-page.ts';

export default async function NotFound() {
  const [{ language }, sent] = await Promise.all([readSettings(), headers()]);
  return <NotFoundPage what={sent.has(HOSTED_VIEW_HEADER) ? 'hosted' : 'page'} language={language} />;
}
