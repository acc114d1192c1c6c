/** `system` follows the operating system. */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

export const THEME_COOKIE = 'threadloom_theme';
/** What a person chose in a hosted page, which goes before the theme in its address. */
export const HOSTED_THEME_COOKIE = 'threadloom_hosted_theme';

/** The chosen theme; `system` for no choice or an unknown one. */
export function parseTheme(value: string | null | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system';
}
