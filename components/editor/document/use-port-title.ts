'use client';
import { useTranslations } from 'use-intl';

/** What a port is called in the reader's language; the title that a workflow gave it stays as it is. */
export function usePortTitle(): (port: { readonly id: string; readonly title: string }) => string {
  // Keys here come from data, so they cannot be checked by type; each use asks `has` first.
  const t = useTranslations('editor.ports') as unknown as { (key: string): string; has(key: string): boolean };
  return ({ id, title }) => (/^[a-z]+$/.test(id) && t.has(id) ? t(id) : title);
}
