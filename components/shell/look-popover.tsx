'use client';
import type { RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { LanguageSwitch } from '#components/shell/language-switch.tsx';
import { ThemeSwitch } from '#components/shell/theme-switch.tsx';
import { AnchoredPopover } from '#components/ui/anchored-popover.tsx';
import type { Theme } from '#lib/i18n/theme.ts';

type LookPopoverProps = { anchor: RefObject<HTMLElement | null>; theme: Theme; onClose: () => void };

/** Language and theme, next to the button that opened it. */
export function LookPopover({ anchor, theme, onClose }: LookPopoverProps) {
  const t = useTranslations();
  return (
    <AnchoredPopover
      anchor={anchor}
      label={t('rail.look')}
      side="right"
      align="end"
      sideOffset={8}
      onClose={onClose}
      className="z-20 grid grid-cols-[max-content_max-content] items-center justify-items-start gap-x-3 gap-y-2 rounded-menu bg-raised p-3 shadow-menu"
    >
      <span className="text-ink-2">{t('settings.language')}</span>
      <LanguageSwitch />
      <span className="text-ink-2">{t('settings.theme')}</span>
      <ThemeSwitch theme={theme} />
    </AnchoredPopover>
  );
}
