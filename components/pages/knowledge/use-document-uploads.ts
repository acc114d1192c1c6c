'use client';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { filesOfDrop, filesOfInput, type PickedFile } from '#components/data/picked-files.ts';
import { uploadFile } from '#components/data/upload-file.ts';
import { type Uploads, useUploads } from '#components/pages/files/use-uploads.ts';

/** Kinds of files that become documents, as an input names them. */
export const DOCUMENT_KINDS = '.pdf,.docx,.xlsx,.csv,.tsv,.pptx,.html,.htm,.xhtml,.mhtml,.mht,.eml,.epub,.rtf,.md,.markdown,.txt';
const endings = DOCUMENT_KINDS.split(',');

export type DocumentUploads = {
  readonly uploads: Uploads;
  /** Paths of files of other kinds among the latest ones, which are not sent. */
  readonly leftOut: readonly string[];
  /** Why what was dropped cannot be read. */
  readonly dropError: unknown;
  /** Stores files under Files and as documents of the base. A failure does not stop the others. */
  choose(files: readonly File[]): void;
  drop(items: DataTransferItemList): void;
};

function isDocument(path: string): boolean {
  const lower = path.toLowerCase();
  return endings.some((ending) => lower.endsWith(ending));
}

/** @param onStored after documents were stored: until then the lists read themselves again */
export function useDocumentUploads(base: { readonly name: string; readonly pending: number }, onStored: () => Promise<void>) {
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [dropError, setDropError] = useState<unknown>();
  const uploads = useUploads({
    async store({ file, path }, sending) {
      const key = `knowledge/${base.name}/${path}`;
      const { fileId } = await uploadFile({ file, path: key, ...sending });
      const body = { documents: [{ fileId, key }] };
      await apiClient.writeKnowledgeDocuments({ params: { name: base.name }, body }, { signal: sending.signal });
    },
    // While documents are indexed, the lists are read at an interval.
    onStored: async (left) => (left === 0 || base.pending === 0 ? onStored() : undefined),
  });
  function add(picked: readonly PickedFile[]) {
    const documents = picked.filter(({ path }) => isDocument(path));
    setDropError(undefined);
    setLeftOut(picked.flatMap(({ path }) => (isDocument(path) ? [] : [path])));
    void uploads.add(documents);
  }
  return {
    uploads,
    leftOut,
    dropError,
    choose: (files) => add(filesOfInput(files)),
    drop: (items) => void filesOfDrop(items).then(add, setDropError),
  } satisfies DocumentUploads;
}
