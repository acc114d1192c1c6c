'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveSetting } from '#components/shell/save-setting.ts';
import { Segmented } from '#components/ui/segmented.tsx';
import { THEME_COOKIE, type Theme, themes } from '#lib/i18n/theme.ts';

const icons = { light: Sun, dark: Moon, system: Monitor } as const;

export function ThemeSwitch({ theme }: { theme: Theme }) {
  const t = useTranslations('settings');
  const [chosen, setChosen] = useState(theme);
  function choose(next: Theme) {
    saveSetting(THEME_COOKIE, next);
    document.documentElement.dataset.theme = next;
    setChosen(next);
  }
  const options = themes.map((value) => {
    const Icon = icons[value];
    return { value, label: t(`themes.${value}`), icon: <Icon size={13} aria-hidden="true" />, isIconOnly: true };
  });
  return <Segmented label={t('theme')} value={chosen} options={options} onChange={choose} />;
}
