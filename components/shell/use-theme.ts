'use client';
import { useSyncExternalStore } from 'react';
import { PageValue } from '#components/data/page-value.ts';
import { saveSetting } from '#components/shell/save-setting.ts';
import { THEME_COOKIE, type Theme } from '#lib/i18n/theme.ts';

/** Since this page was loaded; before that the cookie decides, which the server has read. */
const chosen = new PageValue<Theme | undefined>(undefined);

function chooseTheme(theme: Theme, cookie: string): void {
  saveSetting(cookie, theme);
  document.documentElement.dataset.theme = theme;
  chosen.set(theme);
}

/** The theme, the same wherever it is shown, and how to change it for later pages. */
export function useTheme(saved: Theme, cookie: string = THEME_COOKIE): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    chosen.subscribe,
    () => chosen.read() ?? saved,
    () => saved,
  );
  return [theme, (next) => chooseTheme(next, cookie)];
}
