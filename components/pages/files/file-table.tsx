'use client';
import { Folder } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ChildFolder } from '#components/pages/files/child-folders.ts';
import { FileIcon } from '#components/pages/files/file-icon.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { FileResource } from '#lib/api/files.contract.ts';
import { formatSize } from '#lib/i18n/format-size.ts';

type FileTableProps = {
  folders: readonly ChildFolder[];
  files: readonly FileResource[];
  /** Paths of files are shown instead of names: they are of several folders. */
  showsPaths: boolean;
  openId: string | undefined;
  chosen: ReadonlySet<string>;
  onOpenFolder: (path: string) => void;
  onOpen: (file: FileResource) => void;
  onChoose: (key: string, isChosen: boolean) => void;
};

/** `folder:<path>` or `file:<id>`, as a selection holds them. */
export const folderKey = (path: string) => `folder:${path}`;
const fileKey = (fileId: string) => `file:${fileId}`;

const cell = 'h-8 px-2 text-left align-middle';

/** Folders, then files. A row opens what it names; its box adds it to the selection. */
export function FileTable({ folders, files, showsPaths, openId, chosen, onOpenFolder, onOpen, onChoose }: FileTableProps) {
  const t = useTranslations('files');
  const nowMs = useNow('slow');
  return (
    <table className="w-full table-fixed border-collapse">
      <thead className="text-meta text-ink-3">
        <tr className="border-b border-line-1">
          <th className="w-10 pl-3">
            <span className="sr-only">{t('choose')}</span>
          </th>
          <th className={`${cell} font-strong`}>{t('name')}</th>
          <th className={`${cell} w-24 text-right! font-strong`}>{t('size')}</th>
          <th className={`${cell} w-36 pr-4 text-right! font-strong max-md:hidden`}>{t('changed')}</th>
        </tr>
      </thead>
      <tbody>
        {folders.map(({ name, path, files: count, sizeBytes }) => (
          <tr key={path} data-folder={path} className="border-b border-line-1 hover:bg-hover">
            <td className="pl-3">
              <Checkbox
                aria-label={t('chooseOne', { name })}
                checked={chosen.has(folderKey(path))}
                onCheckedChange={(is) => onChoose(folderKey(path), is === true)}
              />
            </td>
            <td className={cell}>
              <button
                type="button"
                onClick={() => onOpenFolder(path)}
                className="flex h-8 w-full min-w-0 items-center gap-2 text-left outline-offset-[-2px]"
              >
                <Folder size={14} strokeWidth={1.7} aria-hidden="true" className="shrink-0 text-accent" />
                <span className="truncate">{name}</span>
                <span className="shrink-0 text-meta text-ink-3">{t('fileCount', { count })}</span>
              </button>
            </td>
            <td className={`num ${cell} text-right! text-ink-3`}>{formatSize(sizeBytes)}</td>
            <td className={`${cell} max-md:hidden`} />
          </tr>
        ))}
        {files.map((file) => (
          <tr
            key={file.fileId}
            data-file={file.path}
            aria-current={file.fileId === openId ? 'true' : undefined}
            className="border-b border-line-1 hover:bg-hover aria-[current=true]:bg-accent-bg"
          >
            <td className="pl-3">
              <Checkbox
                aria-label={t('chooseOne', { name: file.name })}
                checked={chosen.has(fileKey(file.fileId))}
                onCheckedChange={(is) => onChoose(fileKey(file.fileId), is === true)}
              />
            </td>
            <td className={cell}>
              <button
                type="button"
                onClick={() => onOpen(file)}
                className="flex h-8 w-full min-w-0 items-center gap-2 text-left outline-offset-[-2px]"
              >
                <FileIcon file={file} />
                <span className="truncate">{showsPaths ? file.path : file.name}</span>
              </button>
            </td>
            <td className={`num ${cell} text-right! text-ink-3`}>{formatSize(file.sizeBytes)}</td>
            <td className={`${cell} pr-4 text-right! max-md:hidden`}>
              <TimeAgo at={file.changedAt} nowMs={nowMs} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
