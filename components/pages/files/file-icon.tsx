import { File, FileImage, FileMusic, FileText, FileVideo, type LucideIcon } from 'lucide-react';
import { type FileKind, fileKind } from '#components/pages/files/file-kind.ts';
import type { FileResource } from '#lib/api/files.contract.ts';

const icons: Readonly<Record<FileKind, LucideIcon>> = {
  text: FileText,
  image: FileImage,
  pdf: FileText,
  audio: FileMusic,
  video: FileVideo,
  other: File,
};

export function FileIcon({ file }: { file: FileResource }) {
  const Icon = icons[fileKind(file)];
  return <Icon size={14} strokeWidth={1.7} aria-hidden="true" className="shrink-0 text-ink-3" />;
}
