'use client';
import { Globe, Moon, Sun } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'use-intl';
import { useOfferedLanguages } from '#components/shell/providers.tsx';
import { saveSetting } from '#components/shell/save-setting.ts';
import { HOSTED_QUERY } from '#lib/api/hosted-page.ts';
import { LANGUAGE_COOKIE, type Language } from '#lib/i18n/language.ts';
import { HOSTED_THEME_COOKIE } from '#lib/i18n/theme.ts';

// Each language by its own name, so that its speakers find it.
const names: Readonly<Record<Language, string>> = { en: 'English', 'zh-CN': '中文' };

/** The language of the page; nothing where there is one only. */
export function LanguageChoice() {
  const t = useTranslations('settings');
  const router = useRouter();
  const language = useLocale();
  const offered = useOfferedLanguages();
  if (offered.length < 2) return null;
  function choose(next: string) {
    saveSetting(LANGUAGE_COOKIE, next);
    // What the address says would go first.
    const query = new URLSearchParams(window.location.search);
    query.delete(HOSTED_QUERY.language);
    window.history.replaceState(null, '', `?${query}`);
    router.refresh();
  }
  return (
    <span className="chat-language">
      <Globe size={16} strokeWidth={1.7} aria-hidden="true" />
      <select aria-label={t('language')} value={language} onChange={(event) => choose(event.target.value)}>
        {offered.map((value) => (
          <option key={value} value={value}>
            {names[value]}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Dark or light; nothing where the owner of the page decided. */
export function ThemeButton() {
  const t = useTranslations('chatPage');
  function toggle() {
    const root = document.documentElement;
    const isDark =
      getComputedStyle(root).colorScheme.split(' ').length === 1
        ? getComputedStyle(root).colorScheme === 'dark'
        : window.matchMedia('(prefers-color-scheme: dark)').matches;
    const next = isDark ? 'light' : 'dark';
    saveSetting(HOSTED_THEME_COOKIE, next);
    root.dataset.theme = next;
  }
  return (
    <button type="button" className="chat-icon" aria-label={t('theme')} title={t('theme')} onClick={toggle}>
      <Moon size={20} strokeWidth={1.7} aria-hidden="true" className="chat-theme-dark" />
      <Sun size={20} strokeWidth={1.7} aria-hidden="true" className="chat-theme-light" />
    </button>
  );
}
