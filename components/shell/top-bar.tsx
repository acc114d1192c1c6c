'use client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { LanguageSwitch } from '#components/shell/language-switch.tsx';
import { ThemeSwitch } from '#components/shell/theme-switch.tsx';
import { AppMark } from '#components/ui/app-mark.tsx';
import type { Theme } from '#lib/i18n/theme.ts';

type TopBarProps = { theme: Theme; children?: ReactNode };

export function TopBar({ theme, children }: TopBarProps) {
  const t = useTranslations('app');
  return (
    <header className="flex h-(--bar-top) shrink-0 items-center gap-2 border-b border-line-1 bg-chrome pr-2 pl-3">
      <a
        href="#main"
        className="sr-only rounded-control bg-accent-solid px-2 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-2 focus:py-1"
      >
        {t('skipToContent')}
      </a>
      <Link href="/" prefetch={false} className="flex h-7 items-center gap-2.5 rounded-control pr-1">
        <AppMark />
        <span className="text-name font-title max-md:sr-only">{t('name')}</span>
      </Link>
      {children}
      <div className="grow" />
      <LanguageSwitch />
      <ThemeSwitch theme={theme} />
    </header>
  );
}
