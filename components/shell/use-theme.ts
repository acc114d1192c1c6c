'use client';
import { useSyncExternalStore } from 'react';
import { saveSetting } from '#components/shell/save-setting.ts';
import { THEME_COOKIE, type Theme } from '#lib/i18n/theme.ts';

const listeners = new Set<() => void>();
/** Since this page was loaded; before that the cookie decides, which the server has read. */
let chosen: Theme | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function chooseTheme(theme: Theme, cookie: string): void {
  chosen = theme;
  saveSetting(cookie, theme);
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** The theme, the same wherever it is shown, and how to change it for later pages. */
export function useTheme(saved: Theme, cookie: string = THEME_COOKIE): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    subscribe,
    () => chosen ?? saved,
    () => saved,
  );
  return [theme, (next) => chooseTheme(next, cookie)];
}
