'use client';
import { Files, Upload as UploadIcon } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { filesOfDrop, filesOfInput, type PickedFile } from '#components/data/picked-files.ts';
import { uploadFile } from '#components/data/upload-file.ts';
import { useChange } from '#components/data/use-change.ts';
import { childFolders } from '#components/pages/files/child-folders.ts';
import { FileDetail } from '#components/pages/files/file-detail.tsx';
import { FileTable, folderKey } from '#components/pages/files/file-table.tsx';
import { PathCrumbs } from '#components/pages/files/path-crumbs.tsx';
import { type Place, PlaceDialog } from '#components/pages/files/place-dialog.tsx';
import { UploadList } from '#components/pages/files/upload-list.tsx';
import { type FileList, type FileSort, type FileTree, useFiles } from '#components/pages/files/use-files.ts';
import { useUploads } from '#components/pages/files/use-uploads.ts';
import { EmptyState } from '#components/shell/empty-state.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { FileDrop } from '#components/ui/file-drop.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { UploadButtons } from '#components/ui/upload-buttons.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import type { FileResource, FileTargetBody } from '#lib/api/files.contract.ts';

const PAGE = 100;
const UPLOAD_ID = 'upload-files';
const SORTS: readonly FileSort[] = ['name', 'size', 'changed'];

type FilesPageProps = { folder: string; list: FileList; tree: FileTree };

/** The files of the workspace: upload, find, preview, edit, move, copy and delete. */
export function FilesPage({ folder: firstFolder, ...first }: FilesPageProps) {
  const t = useTranslations('files');
  const isHydrated = useIsHydrated();
  const { folder, goTo } = useFolder(firstFolder);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<FileSort>('name');
  const [open, setOpen] = useState<FileResource>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [place, setPlace] = useState<Place>();
  const [deleting, setDeleting] = useState<readonly FileTargetBody[]>();
  const [shown, setShown] = useState(PAGE);
  const query = { folder, search, sort, shown };
  const { list, tree, problem, reload } = useFiles(query, {
    ...first,
    query: { folder: firstFolder, search: '', sort: 'name', shown: PAGE },
  });
  const uploads = useUploads({ store: (picked, sending) => uploadFile({ ...picked, ...sending }), onStored: reload });
  const change = useChange();
  const folders = search.trim() === '' ? childFolders(tree.folders ?? [], folder) : [];
  const targets = targetsOf(chosen);
  const [folderBefore, setFolderBefore] = useState(folder);
  // Also by Back: files of another folder must not stay chosen.
  if (folder !== folderBefore) {
    setFolderBefore(folder);
    setSearch('');
    setShown(PAGE);
    setChosen(new Set());
  }

  function choose(key: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(key);
    else next.delete(key);
    setChosen(next);
  }

  const upload = (picked: readonly PickedFile[]) => void uploads.add(picked, folder);
  const uploadDropped = (items: DataTransferItemList) =>
    void filesOfDrop(items).then(upload, (error: unknown) => change.run(() => Promise.reject(error)));

  async function relocate(text: string) {
    if (!place) return;
    const items = place.kind === 'path' && open ? [{ fileId: open.fileId }] : targets;
    const to = place.kind === 'path' ? { path: text } : { folder: text };
    const moved = await (place.isCopy ? apiClient.copyFiles : apiClient.moveFiles)({ body: { items, to } });
    const [file] = moved.items;
    if (place.kind === 'path' && file) setOpen(file);
  }

  async function showRelocated() {
    setPlace(undefined);
    setChosen(new Set());
    await reload();
  }

  function remove() {
    const items = deleting ?? [];
    setDeleting(undefined);
    void change.run(async () => {
      await apiClient.deleteFiles({ body: { items: [...items] } });
      if (open && items.some((item) => 'fileId' in item && item.fileId === open.fileId)) setOpen(undefined);
      setChosen(new Set());
      await reload();
    });
  }

  const isEmpty = folders.length === 0 && list.items.length === 0;
  return (
    <PageFrame
      title={t('title')}
      about={t('about')}
      actions={<UploadButtons id={UPLOAD_ID} look="primary" size="large" onChoose={(files) => upload(filesOfInput(files))} />}
    >
      <div inert={!isHydrated} className="flex h-full min-h-0">
        <div className={`min-w-0 grow overflow-y-auto ${open ? 'max-lg:hidden' : ''}`}>
          <FileDrop label={t('dropZone')} hint={t('dropHere')} onDrop={uploadDropped} className="flex min-h-full flex-col">
            <div className="flex flex-wrap items-center gap-2 border-b border-line-1 px-4 py-2">
              <div className="min-w-0 grow">
                <PathCrumbs folder={folder} onOpen={goTo} />
              </div>
              <div className="flex w-full gap-2 md:w-auto">
                <TextInput
                  type="search"
                  aria-label={t('search')}
                  placeholder={t('search')}
                  value={search}
                  onChange={(event) => setSearch(event.target.value)}
                  className="md:w-56!"
                />
                <span className="w-36 shrink-0">
                  <Select aria-label={t('sort')} value={sort} onChange={(event) => setSort(event.target.value as FileSort)}>
                    {SORTS.map((one) => (
                      <option key={one} value={one}>
                        {t(`sorts.${one}`)}
                      </option>
                    ))}
                  </Select>
                </span>
              </div>
            </div>
            <UploadList uploads={uploads} />
            <div aria-live="polite">
              {targets.length > 0 ? (
                <div className="flex flex-wrap items-center gap-2 border-b border-line-1 bg-accent-bg px-4 py-1.5">
                  <span className="grow">{t('chosen', { count: targets.length })}</span>
                  <Button onClick={() => setPlace({ kind: 'folder', isCopy: false, first: folder })}>{t('move')}</Button>
                  <Button onClick={() => setPlace({ kind: 'folder', isCopy: true, first: folder })}>{t('copy')}</Button>
                  <Button look="danger" onClick={() => setDeleting(targets)}>
                    {t('delete')}
                  </Button>
                </div>
              ) : null}
              {(problem ?? change.problem !== undefined) ? (
                <div className="px-4 py-3">
                  <Notice title={t('notDone')}>{problem?.message ?? change.problem}</Notice>
                </div>
              ) : null}
            </div>
            {isEmpty ? (
              search.trim() === '' ? (
                <EmptyState icon={Files} title={t('emptyTitle')} text={t('empty')} example="files-to-summary">
                  <Button look="primary" size="large" onClick={() => document.getElementById(UPLOAD_ID)?.click()}>
                    <UploadIcon size={14} aria-hidden="true" />
                    {t('uploadFirst')}
                  </Button>
                </EmptyState>
              ) : (
                <p className="p-4 text-name text-ink-2 wrap-anywhere">{t('noneFound', { search: search.trim() })}</p>
              )
            ) : (
              <FileTable
                folders={folders}
                files={list.items}
                showsPaths={search.trim() !== ''}
                openId={open?.fileId}
                chosen={chosen}
                onOpenFolder={goTo}
                onOpen={setOpen}
                onChoose={choose}
              />
            )}
            {list.total > list.items.length ? (
              <div className="flex flex-wrap items-center gap-2 px-4 py-3">
                <p className="text-ink-3">{t('more', { shown: list.items.length, total: list.total })}</p>
                <Button onClick={() => setShown(shown + PAGE * 2)}>{t('showMore')}</Button>
              </div>
            ) : null}
          </FileDrop>
        </div>
        {open ? (
          <aside
            aria-label={t('details')}
            className="flex min-h-0 w-full shrink-0 flex-col overflow-y-auto border-line-1 lg:w-[min(48%,720px)] lg:border-l"
          >
            <FileDetail
              file={open}
              onClose={() => setOpen(undefined)}
              onMove={() => setPlace({ kind: 'path', isCopy: false, first: open.path })}
              onCopy={() => setPlace({ kind: 'path', isCopy: true, first: open.path })}
              onDelete={() => setDeleting([{ fileId: open.fileId }])}
              onSaved={async (file) => {
                setOpen(file);
                await reload();
              }}
            />
          </aside>
        ) : null}
      </div>
      {place ? (
        <PlaceDialog
          key={`${place.kind}${place.isCopy}${place.first}`}
          place={place}
          folders={(tree.folders ?? []).map(({ path }) => path).filter((path) => path !== '')}
          onCancel={() => setPlace(undefined)}
          onChoose={relocate}
          onDone={showRelocated}
        />
      ) : null}
      <ConfirmDialog
        isOpen={deleting !== undefined}
        title={t('deleteTitle', { count: deleting?.length ?? 0 })}
        cancelLabel={t('cancel')}
        confirmLabel={t('delete')}
        focusAfterId="upload-files"
        onCancel={() => setDeleting(undefined)}
        onConfirm={remove}
      >
        {t('deleteText')}
      </ConfirmDialog>
    </PageFrame>
  );
}

/** The folder of the address, so that Back leads to the one before. */
function useFolder(first: string): { folder: string; goTo: (folder: string) => void } {
  const inAddress = useSearchParams().get('folder') ?? '';
  // The server shows another one where there can be none of that name. Both of the page load: later addresses have
  // other properties.
  const [load] = useState({ inAddress, shown: first });
  const goTo = (path: string) =>
    history.pushState(null, '', path === '' ? '/files' : `/files?folder=${encodeURIComponent(path)}`);
  return { folder: inAddress === load.inAddress ? load.shown : inAddress, goTo };
}

function targetsOf(chosen: ReadonlySet<string>): FileTargetBody[] {
  return [...chosen].map((key) => {
    const [kind = ''] = key.split(':', 1);
    const rest = key.slice(kind.length + 1);
    return key === folderKey(rest) ? { folder: rest } : { fileId: rest };
  });
}
