'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useTheme } from '#components/shell/use-theme.ts';
import { Segmented } from '#components/ui/segmented.tsx';
import { type Theme, themes } from '#lib/i18n/theme.ts';

const icons = { light: Sun, dark: Moon, system: Monitor } as const;

type ThemeSwitchProps = {
  theme: Theme;
  /** Where the choice is kept. @defaultValue that of the studio */
  cookie?: string;
};

export function ThemeSwitch({ theme, cookie }: ThemeSwitchProps) {
  const t = useTranslations('settings');
  const [chosen, choose] = useTheme(theme, cookie);
  const options = themes.map((value) => {
    const Icon = icons[value];
    return { value, label: t(`themes.${value}`), icon: <Icon size={13} aria-hidden="true" />, isIconOnly: true };
  });
  return <Segmented label={t('theme')} value={chosen} options={options} onChange={choose} />;
}
