'use client';
import { FileText, FileX, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ChatIconButton } from '#components/chat/chat-icon-button.tsx';
import type { Attachment, Attachments } from '#components/chat/use-attachments.ts';
import { useThumbnail } from '#components/chat/use-thumbnail.ts';
import { Progress } from '#components/ui/progress.tsx';
import { formatPartOfSize, formatSize } from '#lib/i18n/format-size.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** The files of the next message: each with the progress of its upload, or the reason why it cannot be sent. */
export function AttachedFiles({ attachments }: { readonly attachments: Attachments }) {
  const t = useTranslations('chat');
  if (attachments.items.length === 0) return null;
  return (
    <ul aria-label={t('attached')} className="chat-attached">
      {attachments.items.map((item) => (
        <AttachedFile key={item.key} item={item} onRemove={() => attachments.remove(item.key)} />
      ))}
    </ul>
  );
}

function AttachedFile({ item, onRemove }: { item: Attachment; onRemove: () => void }) {
  const t = useTranslations('chat');
  const { file, refusal, value } = item;
  const thumbnail = useThumbnail(file);
  // Its name promised a picture.
  const [isBroken, setIsBroken] = useState(false);
  const state = refusal !== undefined ? 'refused' : value === undefined ? 'sending' : 'ready';
  const Icon = refusal === undefined ? FileText : FileX;
  const name = visibleText(file.name);
  return (
    <li className="chat-attachment" data-state={state} aria-busy={state === 'sending'}>
      <span className="chat-thumb">
        {thumbnail === undefined || isBroken ? (
          <Icon size={20} strokeWidth={1.7} aria-hidden="true" />
        ) : (
          // biome-ignore lint/performance/noImgElement: a data URL
          <img src={thumbnail} alt="" width={48} height={48} onError={() => setIsBroken(true)} />
        )}
      </span>
      <span className="chat-grow" role={refusal === undefined ? undefined : 'alert'}>
        <span className="chat-attachment-name chat-ellipsis" title={name}>
          {name}
        </span>
        {state === 'sending' ? (
          <UploadProgress file={file} sentBytes={item.sentBytes} />
        ) : (
          <span className="chat-small">{refusal ?? formatSize(file.size)}</span>
        )}
      </span>
      <ChatIconButton label={t('removeFile', { name: file.name })} icon={X} size={16} onClick={onRemove} />
    </li>
  );
}

function UploadProgress({ file, sentBytes }: Pick<Attachment, 'file' | 'sentBytes'>) {
  const t = useTranslations('chat');
  const progress = useTranslations('progress');
  const [done, total] = formatPartOfSize(sentBytes, file.size);
  return (
    <span className="chat-upload">
      <Progress
        look="stack"
        isAtOnce
        label={t('sendingFile', { name: file.name })}
        work={{ done: sentBytes, total: file.size }}
        amount={progress('ofTotal', { done, total })}
      />
    </span>
  );
}
