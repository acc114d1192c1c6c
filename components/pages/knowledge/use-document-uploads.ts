'use client';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import type { PickedFile } from '#components/data/picked-files.ts';
import { uploadFile } from '#components/data/upload-file.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** Kinds of files that become documents, as an input names them. */
export const DOCUMENT_KINDS = '.pdf,.docx,.xlsx,.csv,.tsv,.pptx,.html,.htm,.eml,.epub,.md,.markdown,.txt';
const endings = DOCUMENT_KINDS.split(',');

type Failure = { readonly path: string; readonly problem: string };

export type DocumentUploads = {
  /** What is sent now. */
  readonly sending: { readonly path: string; readonly number: number; readonly count: number } | undefined;
  readonly failures: readonly Failure[];
  /** Number of files of other kinds, which are not sent. */
  readonly leftOut: number;
  /**
   * Stores files under Files and as documents of the base, one after another. A failure does not
   * stop the others.
   */
  add(picked: readonly PickedFile[]): Promise<void>;
};

function isDocument(path: string): boolean {
  const lower = path.toLowerCase();
  return endings.some((ending) => lower.endsWith(ending));
}

/** @param onStored after the first document and after the last one: until then the lists read themselves again */
export function useDocumentUploads(base: string, onStored: () => Promise<void>): DocumentUploads {
  const [sending, setSending] = useState<DocumentUploads['sending']>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [leftOut, setLeftOut] = useState(0);
  return {
    sending,
    failures,
    leftOut,
    async add(picked) {
      const documents = picked.filter(({ path }) => isDocument(path));
      setFailures([]);
      setLeftOut(picked.length - documents.length);
      for (const [index, { file, path }] of documents.entries()) {
        setSending({ path, number: index + 1, count: documents.length });
        try {
          await store(base, { file, path });
        } catch (error) {
          setFailures((before) => [...before, { path, problem: errorMessage(error) }]);
        }
        if (index === 0) await onStored();
      }
      setSending(undefined);
      await onStored();
    },
  };
}

async function store(base: string, { file, path }: PickedFile): Promise<void> {
  const key = `knowledge/${base}/${path}`;
  const stored = await uploadFile({ file, path: key, signal: new AbortController().signal, onProgress: () => {} });
  await apiClient.writeKnowledgeDocuments({ params: { name: base }, body: { documents: [{ fileId: stored.fileId, key }] } });
}
