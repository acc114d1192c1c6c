'use client';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'use-intl';
import { useOfferedLanguages } from '#components/shell/providers.tsx';
import { saveSetting } from '#components/shell/save-setting.ts';
import { Segmented } from '#components/ui/segmented.tsx';
import { LANGUAGE_COOKIE, type Language } from '#lib/i18n/language.ts';

// Each language by its own name, so that its speakers find it.
const names: Readonly<Record<Language, string>> = { en: 'English', 'zh-CN': '中文' };

export function LanguageSwitch() {
  const t = useTranslations('settings');
  const router = useRouter();
  const language = useLocale();
  const languages = useOfferedLanguages();
  function choose(next: Language) {
    saveSetting(LANGUAGE_COOKIE, next);
    router.refresh();
  }
  return (
    <Segmented
      label={t('language')}
      value={language}
      options={languages.map((value) => ({ value, label: names[value] }))}
      onChange={choose}
    />
  );
}
