import { readSettings } from '#app/read-settings.ts';
import { NotFoundPage } from '#components/shell/not-found-page.tsx';

export default async function NotFound() {
  const { language } = await readSettings();
  return <NotFoundPage what="workflow" language={language} />;
}
