'use client';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Attachments } from '#components/chat/use-attachments.ts';
import { Button } from '#components/ui/button.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** The files of the next message: each with the progress of its upload, and a button that removes it. */
export function AttachedFiles({ attachments }: { readonly attachments: Attachments }) {
  const t = useTranslations('chat');
  if (attachments.items.length === 0) return null;
  return (
    <ul aria-label={t('attached')} className="flex min-w-0 flex-wrap gap-1.5">
      {attachments.items.map(({ key, file, sentBytes, value }) => (
        <li
          key={key}
          className="flex max-w-full min-w-0 items-center gap-1.5 rounded-control border border-line-2 bg-raised pl-2"
          aria-busy={value === undefined}
        >
          <span className="min-w-0 truncate">{visibleText(file.name)}</span>
          {value === undefined ? (
            <progress
              aria-label={t('sendingFile', { name: file.name })}
              max={file.size}
              {...(sentBytes > 0 && { value: sentBytes })}
              className="h-1.5 w-16 shrink-0 accent-(--accent)"
            />
          ) : null}
          <Button
            look="quiet"
            size="icon"
            aria-label={t('removeFile', { name: file.name })}
            onClick={() => attachments.remove(key)}
          >
            <X size={12} aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
