'use client';
import { SunMoon } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useTranslations } from 'use-intl';
import { LanguageSwitch } from '#components/shell/language-switch.tsx';
import { ThemeSwitch } from '#components/shell/theme-switch.tsx';
import type { Theme } from '#lib/i18n/theme.ts';

/** Menu for language and theme on every page. */
export function LookMenu({ theme }: { theme: Theme }) {
  const t = useTranslations();
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={t('rail.look')}
        title={t('rail.look')}
        className="grid size-8 place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink-1 data-[state=open]:bg-press data-[state=open]:text-ink-1"
      >
        <SunMoon size={16} strokeWidth={1.7} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="right"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label={t('rail.look')}
          className="z-20 grid grid-cols-[max-content_max-content] items-center justify-items-start gap-x-3 gap-y-2 rounded-menu bg-raised p-3 shadow-menu"
        >
          <span className="text-ink-2">{t('settings.language')}</span>
          <LanguageSwitch />
          <span className="text-ink-2">{t('settings.theme')}</span>
          <ThemeSwitch theme={theme} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
