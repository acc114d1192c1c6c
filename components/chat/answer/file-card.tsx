'use client';
import { Download, FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ChatIconButton } from '#components/chat/chat-icon-button.tsx';
import { fetchFromServer } from '#components/data/page-server.ts';
import type { ChatAnswerPart } from '#lib/chat/chat-answer.ts';
import { formatSize } from '#lib/i18n/format-size.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

type FilePart = Extract<ChatAnswerPart, { kind: 'file' }>;

/** A larger picture is only saved. */
const MAX_PICTURE_BYTES = 5_000_000;
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** A file of an answer. A link could not carry the credential of the page, so it is read by script. */
export function FileCard({ file }: { readonly file: FilePart }) {
  const t = useTranslations('chat');
  const [isFailed, setIsFailed] = useState(false);
  const picture = usePicture(file);
  const name = visibleText(file.name);
  async function save() {
    setIsFailed(false);
    const response = await fetchFromServer(file.url, {}).catch(() => undefined);
    if (!response?.ok) return setIsFailed(true);
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = file.name;
    link.click();
    URL.revokeObjectURL(url);
  }
  return (
    <li className="chat-file">
      <span className="chat-file-picture">
        {picture === undefined ? (
          <FileText size={32} strokeWidth={1.5} aria-hidden="true" />
        ) : (
          // biome-ignore lint/performance/noImgElement: a data URL
          <img src={picture} alt={name} />
        )}
      </span>
      <span className="chat-file-line">
        <span className="chat-grow">
          <b className="chat-ellipsis">{name}</b>
          <span className="chat-small" role={isFailed ? 'alert' : undefined}>
            {isFailed ? t('notSaved') : file.size === undefined ? '' : formatSize(file.size)}
          </span>
        </span>
        <ChatIconButton label={t('saveFile', { name })} icon={Download} onClick={() => void save()} />
      </span>
    </li>
  );
}

function usePicture({ url, mediaType, size = 0 }: FilePart): string | undefined {
  const [picture, setPicture] = useState<string>();
  const isPicture = PICTURES.includes(mediaType) && size <= MAX_PICTURE_BYTES;
  useEffect(() => {
    if (!isPicture) return;
    const reading = new AbortController();
    const reader = new FileReader();
    reader.onload = () => setPicture(String(reader.result));
    fetchFromServer(url, { signal: reading.signal })
      .then(async (response) => response.ok && reader.readAsDataURL(await response.blob()))
      .catch(() => {});
    return () => reading.abort();
  }, [url, isPicture]);
  return picture;
}
