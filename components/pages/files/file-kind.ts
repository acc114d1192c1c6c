import type { FileResource } from '#lib/api/files.contract.ts';

export type FileKind = 'text' | 'image' | 'pdf' | 'audio' | 'video' | 'other';

/** Larger texts are downloaded instead of shown. */
export const MAX_TEXT_BYTES = 1_000_000;

/** How a file can be shown. The media type decides; the server never guesses it from the content. */
export function fileKind({ mediaType, sizeBytes }: Pick<FileResource, 'mediaType' | 'sizeBytes'>): FileKind {
  if (mediaType === 'application/pdf') return 'pdf';
  if (mediaType.startsWith('image/')) return 'image';
  if (mediaType.startsWith('audio/')) return 'audio';
  if (mediaType.startsWith('video/')) return 'video';
  const isText = /^text\/|[/+](json|xml|yaml|jsonl)$/.test(mediaType);
  return isText && sizeBytes <= MAX_TEXT_BYTES ? 'text' : 'other';
}
