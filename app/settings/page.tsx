import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { readSettings } from '#app/read-settings.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { SettingsPage } from '#components/pages/settings/settings-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('settings');

export default async function Page() {
  const [{ theme }, asked] = await Promise.all([
    readSettings(),
    askApi((client) => Promise.all([client.getSettings(), client.getUsage()])),
  ]);
  if (!asked) return <ApiDown />;
  const [settings, usage] = asked;
  return (
    <PageQueries>
      <SettingsPage settings={settings} usage={usage} theme={theme} />
    </PageQueries>
  );
}
