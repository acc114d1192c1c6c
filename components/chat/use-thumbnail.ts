'use client';
import { useEffect, useState } from 'react';
import type { AttachedValue } from '#components/chat/chat-target.ts';

/** A larger picture would fill the memory of a phone. */
const MAX_BYTES = 5_000_000;
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** A picture of a chosen file as a data URL, since the policy of pages allows no other; undefined for other files. */
export function useThumbnail(file: File): string | undefined {
  const [read, setRead] = useState<{ readonly of: File; readonly url: string }>();
  useEffect(() => {
    if (!PICTURES.includes(file.type) || file.size > MAX_BYTES) return;
    const reader = new FileReader();
    reader.onload = () => setRead({ of: file, url: String(reader.result) });
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return read?.of === file ? read.url : undefined;
}

/** The content of a sent picture as a data URL; undefined for any other file. */
export function pictureOf(file: AttachedValue): string | undefined {
  if (!('base64' in file) || !PICTURES.includes(file.mediaType)) return undefined;
  return `data:${file.mediaType};base64,${file.base64}`;
}
