'use client';
import { Paperclip } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** The files that came with a message; nothing for a message without any. */
export function FileChips({ files }: { readonly files: readonly { readonly name: string }[] }) {
  const t = useTranslations('chat');
  if (files.length === 0) return null;
  return (
    <ul aria-label={t('attached')} className="flex min-w-0 flex-wrap justify-end gap-1">
      {files.map(({ name }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
          key={index}
          className="flex max-w-full min-w-0 items-center gap-1 rounded-control border border-line-2 bg-raised px-2 py-0.5 text-meta text-ink-2"
        >
          <Paperclip size={11} aria-hidden="true" className="shrink-0" />
          <span className="truncate">{visibleText(name)}</span>
        </li>
      ))}
    </ul>
  );
}
