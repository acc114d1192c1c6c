'use client';
import { useTranslations } from 'use-intl';

/**
 * Title and summary of a kind of trigger; of an unknown kind, its name. They are in the messages too,
 * since the definitions come with
 * code that the canvas does not need.
 */
export function useTriggerWords(type: string): { readonly title: string; readonly summary: string } {
  // Kinds are named by documents, so their names cannot be checked by type.
  const t = useTranslations('triggers.kinds') as unknown as { (key: string): string; has(key: string): boolean };
  return t.has(`${type}.title`) ? { title: t(`${type}.title`), summary: t(`${type}.summary`) } : { title: type, summary: '' };
}
