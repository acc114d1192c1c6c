'use client';
import { FileText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AttachedValue } from '#components/chat/chat-target.ts';
import { pictureOf } from '#components/chat/use-thumbnail.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** The files that came with a message, pictures as such; nothing for a message without any. */
export function FileChips({ files }: { readonly files: readonly AttachedValue[] }) {
  const t = useTranslations('chat');
  if (files.length === 0) return null;
  return (
    <ul aria-label={t('attached')} className="chat-sent-files">
      {files.map((file, index) => {
        const picture = pictureOf(file);
        const name = visibleText(file.name);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
          <li key={index} className="max-w-full min-w-0">
            {picture === undefined ? (
              <span className="chat-sent-file">
                <FileText size={16} strokeWidth={1.7} aria-hidden="true" />
                <span className="chat-ellipsis">{name}</span>
              </span>
            ) : (
              // biome-ignore lint/performance/noImgElement: a data URL
              <img src={picture} alt={name} className="chat-sent-picture" />
            )}
          </li>
        );
      })}
    </ul>
  );
}
