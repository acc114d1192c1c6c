'use client';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { attachInline, attachUpload, MAX_INLINE_BYTES } from '#components/chat/attach-file.ts';
import type { AttachedValue } from '#components/chat/chat-target.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { formatSize } from '#lib/i18n/format-size.ts';
import { randomKey } from '#lib/text/random-key.ts';

export type Attachment = {
  readonly key: string;
  readonly file: File;
  readonly sentBytes: number;
  /** Undefined until the file is uploaded or read. */
  readonly value: AttachedValue | undefined;
};

type AttachmentsOptions = {
  readonly maxFiles: number;
  /** Folder of the files that are uploaded. Without one they are sent with the message. */
  readonly folder: string | undefined;
};

export type Attachments = {
  readonly items: readonly Attachment[];
  readonly isUploading: boolean;
  readonly canAttach: boolean;
  readonly problem: string | undefined;
  attach(files: readonly File[]): void;
  /** Also ends an upload. */
  remove(key: string): void;
  /** The files of a message that is sent; what is attached next goes with the one after it. */
  take(): readonly Attachment[];
  /** Those of a message that was not sent. */
  giveBack(items: readonly Attachment[]): void;
};

/** The files of the next message. Each arrives by itself, while others may be attached or removed. */
export function useAttachments({ maxFiles, folder }: AttachmentsOptions): Attachments {
  const t = useTranslations('chat');
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const [problem, setProblem] = useState<string>();
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
  function refusalOf({ name, size }: File): string | undefined {
    if (current.current.length >= maxFiles) return t('tooManyFiles', { name, count: maxFiles });
    const sizeBytes = current.current.reduce((sum, { file }) => sum + file.size, size);
    const isTooLarge = folder === undefined && sizeBytes > MAX_INLINE_BYTES;
    return isTooLarge ? t('fileTooLarge', { name, size: formatSize(MAX_INLINE_BYTES) }) : undefined;
  }
  async function add(file: File) {
    const key = randomKey();
    const upload = new AbortController();
    const { signal } = upload;
    const onProgress = (sentBytes: number) => change(key, { sentBytes });
    uploads.current.set(key, upload);
    keep([...current.current, { key, file, sentBytes: 0, value: undefined }]);
    try {
      const value = await (folder === undefined ? attachInline(file) : attachUpload(file, { folder, signal, onProgress }));
      change(key, { value });
    } catch (error) {
      if (signal.aborted) return;
      setProblem(t('notAttached', { name: file.name, reason: errorMessage(error) }));
      remove(key);
    } finally {
      uploads.current.delete(key);
    }
  }

  return {
    items,
    isUploading: items.some(({ value }) => value === undefined),
    canAttach: items.length < maxFiles,
    problem,
    attach(files) {
      setProblem(undefined);
      for (const file of files) {
        const refusal = refusalOf(file);
        if (refusal !== undefined) return setProblem(refusal);
        void add(file);
      }
    },
    remove,
    take() {
      const taken = current.current;
      setProblem(undefined);
      keep([]);
      return taken;
    },
    giveBack: (given) => keep([...given, ...current.current]),
  };
}
