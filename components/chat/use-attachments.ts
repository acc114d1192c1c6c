'use client';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AttachedValue } from '#components/chat/chat-target.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { formatSize } from '#lib/i18n/format-size.ts';
import { randomKey } from '#lib/text/random-key.ts';

/** All files of a message together, where they are sent with it: base64 is a third longer, and a body has 5 MiB. */
export const MAX_INLINE_BYTES = 3_500_000;

export type Attachment = {
  readonly key: string;
  readonly file: File;
  readonly sentBytes: number;
  /** Undefined until the file is uploaded or read. */
  readonly value: AttachedValue | undefined;
  /** Why it does not go with the message. */
  readonly refusal: string | undefined;
};

type AttachmentsOptions = {
  readonly maxFiles: number;
  /** Folder of the files that are uploaded. Without one they are sent with the message. */
  readonly folder: string | undefined;
};

export type Attachments = {
  readonly items: readonly Attachment[];
  /** The file that the message waits for. */
  readonly uploading: Attachment | undefined;
  readonly canAttach: boolean;
  attach(files: readonly File[]): void;
  /** Also ends an upload. */
  remove(key: string): void;
  /** The files of a message that is sent; what is attached next goes with the one after it. */
  take(): readonly Attachment[];
  /** Those of a message that was not sent. */
  giveBack(items: readonly Attachment[]): void;
};

const isAccepted = ({ refusal }: Attachment) => refusal === undefined;

/** The files of the next message. Each arrives by itself, while others may be attached or removed. */
export function useAttachments({ maxFiles, folder }: AttachmentsOptions): Attachments {
  const t = useTranslations('chat');
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const current = useRef(items);
  const uploads = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const running = uploads.current;
    return () => {
      for (const upload of running.values()) upload.abort();
    };
  }, []);

  function keep(next: readonly Attachment[]) {
    current.current = next;
    setItems(next);
  }
  function change(key: string, values: Partial<Attachment>) {
    keep(current.current.map((item) => (item.key === key ? { ...item, ...values } : item)));
  }
  function remove(key: string) {
    uploads.current.get(key)?.abort();
    keep(current.current.filter((item) => item.key !== key));
  }
  function refusalOf({ size }: File): string | undefined {
    const accepted = current.current.filter(isAccepted);
    if (accepted.length >= maxFiles) return t('tooManyFiles', { count: maxFiles });
    const sizeBytes = accepted.reduce((sum, { file }) => sum + file.size, size);
    const isTooLarge = folder === undefined && sizeBytes > MAX_INLINE_BYTES;
    return isTooLarge ? t('fileTooLarge', { size: formatSize(MAX_INLINE_BYTES) }) : undefined;
  }
  async function add(file: File) {
    const key = randomKey();
    const refusal = refusalOf(file);
    keep([...current.current, { key, file, sentBytes: 0, value: undefined, refusal }]);
    if (refusal !== undefined) return;
    const upload = new AbortController();
    const { signal } = upload;
    const onProgress = (sentBytes: number) => change(key, { sentBytes });
    uploads.current.set(key, upload);
    try {
      const { attachInline, attachUpload } = await import('#components/chat/attach-file.ts');
      const value = await (folder === undefined ? attachInline(file) : attachUpload(file, { folder, signal, onProgress }));
      change(key, { value });
    } catch (error) {
      if (!signal.aborted) change(key, { refusal: t('notAttached', { reason: errorMessage(error) }) });
    } finally {
      uploads.current.delete(key);
    }
  }

  return {
    items,
    uploading: items.find((item) => isAccepted(item) && item.value === undefined),
    canAttach: maxFiles > 0,
    attach(files) {
      for (const file of files) void add(file);
    },
    remove,
    take() {
      const taken = current.current.filter(isAccepted);
      keep([]);
      return taken;
    },
    giveBack: (given) => keep([...given, ...current.current]),
  };
}
