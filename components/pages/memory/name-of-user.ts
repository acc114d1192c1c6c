import { visibleText } from '#lib/i18n/visible-text.ts';

/** As callers name a user, or who tries a draft. */
export function nameOfUser({ user }: { readonly user: string | null }, t: (key: 'tester') => string): string {
  return user === null ? t('tester') : visibleText(user);
}
