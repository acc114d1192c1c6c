'use client';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ShortcutGroups } from '#components/editor/commands/shortcut-groups.tsx';
import { AccessSection } from '#components/pages/settings/access-section.tsx';
import { PrivateHostsSetting } from '#components/pages/settings/private-hosts-setting.tsx';
import { RetentionSetting } from '#components/pages/settings/retention-setting.tsx';
import { SearchSetting } from '#components/pages/settings/search-setting.tsx';
import { ServerFacts } from '#components/pages/settings/server-facts.tsx';
import { ToolSettings } from '#components/pages/settings/tool-settings.tsx';
import { UsageSection } from '#components/pages/settings/usage-section.tsx';
import { useChangeableSettings } from '#components/pages/settings/use-changeable-settings.ts';
import { WorkspaceKeys } from '#components/pages/settings/workspace-keys.tsx';
import { LanguageSwitch } from '#components/shell/language-switch.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { ThemeSwitch } from '#components/shell/theme-switch.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import type { UsageResource } from '#lib/api/budgets.contract.ts';
import type { ServerSettingsResource } from '#lib/api/settings.contract.ts';
import type { Theme } from '#lib/i18n/theme.ts';

/** As the API allows. */
const MAX_DAYS = 36_500;
const MAX_RUNS = 1_000_000;

type SettingsPageProps = { settings: ServerSettingsResource; usage: UsageResource; theme: Theme };

/** Settings of this browser, budgets, settings that apply at once, how the server was started, and shortcuts. */
export function SettingsPage({ settings, usage, theme }: SettingsPageProps) {
  const t = useTranslations();
  // The names of keys depend on the keyboard, which the server does not know.
  const isHydrated = useIsHydrated();
  const suggestedHost = useSearchParams().get('host') ?? '';
  const { allowedHosts, search, tools, retentionDays, runsOfWorkflow } = useChangeableSettings(settings.changeable);
  return (
    <PageFrame title={t('settingsPage.title')} about={t('settingsPage.version', { version: settings.version })}>
      <div className="grid gap-8 p-4 pb-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,420px)] lg:gap-12">
        <div inert={!isHydrated} className="grid content-start gap-8">
          <Section id="look" title={t('settingsPage.look')} text={t('settingsPage.lookText')}>
            <div className="grid grid-cols-[max-content_max-content] items-center justify-items-start gap-x-6 gap-y-2">
              <span className="text-ink-2">{t('settings.language')}</span>
              <LanguageSwitch />
              <span className="text-ink-2">{t('settings.theme')}</span>
              <ThemeSwitch theme={theme} />
            </div>
          </Section>
          <Section id="usage" title={t('Budgets.title')} text={t('Budgets.text', { day: usage.day })}>
            <UsageSection usage={usage} />
          </Section>
          <Section id="network" title={t('changeable.network')} text={t('changeable.text')}>
            <div className="border-t border-line-1">
              <PrivateHostsSetting key={suggestedHost} setting={allowedHosts} suggested={suggestedHost} />
              <SearchSetting setting={search} />
            </div>
          </Section>
          <Section id="tools" title={t('changeable.tools.title')} text={t('changeable.tools.text')}>
            <ToolSettings tools={tools} />
          </Section>
          <Section id="runs" title={t('changeable.retention.title')} text={t('changeable.retention.text')}>
            <div className="border-t border-line-1">
              <RetentionSetting id="days" setting={retentionDays} max={MAX_DAYS} />
              <RetentionSetting id="runsOfWorkflow" setting={runsOfWorkflow} max={MAX_RUNS} />
            </div>
          </Section>
          <Section id="keys" title={t('workspaceKeys.title')} text={t('workspaceKeys.text')}>
            <WorkspaceKeys />
          </Section>
          {settings.hasAdminToken ? (
            <Section id="access" title={t('signIn.access')} text={t('signIn.accessText')}>
              <AccessSection />
            </Section>
          ) : null}
          <Section id="server" title={t('settingsPage.server')} text={t('settingsPage.serverText')}>
            <ServerFacts settings={settings} />
          </Section>
          <Section id="more" title={t('settingsPage.more')}>
            <ul className="grid gap-1">
              <li>
                <Link href="/api-docs" prefetch={false} className="inline-flex min-h-6 items-center text-accent underline">
                  {t('rail.pages.apiDocs')}
                </Link>
              </li>
              <li>
                <a href="/api/v1/openapi.json" className="inline-flex min-h-6 items-center text-accent underline">
                  {t('settingsPage.openApi')}
                </a>
              </li>
              <li>
                <Link href="/design" prefetch={false} className="inline-flex min-h-6 items-center text-accent underline">
                  {t('settingsPage.design')}
                </Link>
              </li>
            </ul>
          </Section>
        </div>
        <Section id="shortcuts" title={t('settingsPage.shortcuts')} text={t('settingsPage.shortcutsText')}>
          {isHydrated ? <ShortcutGroups /> : null}
        </Section>
      </div>
    </PageFrame>
  );
}

function Section({ id, title, text, children }: { id: string; title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid content-start gap-3">
      <div>
        <h2 id={id} className="text-name font-title">
          {title}
        </h2>
        {text ? <p className="max-w-[70ch] text-ink-2">{text}</p> : null}
      </div>
      {children}
    </section>
  );
}
