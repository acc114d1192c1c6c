import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { readSettings } from '#app/read-settings.ts';
import { SettingsPage } from '#components/settings/settings-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('settings');

export default async function Page() {
  const [{ theme }, settings] = await Promise.all([readSettings(), askApi((client) => client.getSettings())]);
  return settings ? <SettingsPage settings={settings} theme={theme} /> : <ApiDown />;
}
