'use client';
import { useRef, useState } from 'react';
import type { PickedFile } from '#components/data/picked-files.ts';
import { useStableCall } from '#components/ui/use-stable-call.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { randomKey } from '#lib/text/random-key.ts';

export type Upload = {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly problem?: string;
};

/** What was sent of several files together. */
export type UploadBatch = {
  readonly storedFiles: number;
  readonly files: number;
  readonly sentBytes: number;
  readonly sizeBytes: number;
};

export type Uploads = {
  readonly list: readonly Upload[];
  /** Of the files that were added since the list was last empty, failed and removed ones left out. */
  readonly batch: UploadBatch;
  /** Uploads files into a folder, after those that are waiting; what comes from a folder keeps its path below it. */
  add(files: readonly PickedFile[], folder?: string): Promise<void>;
  /** Stops an upload, or takes a failed one off the list. */
  remove(key: string): void;
};

type Sending = { readonly signal: AbortSignal; readonly onProgress: (sentBytes: number) => void };
type UploadOptions = {
  /** Stores one file; its path has the folder. */
  readonly store: (picked: PickedFile, sending: Sending) => Promise<unknown>;
  /** After each file that was stored; handles its own errors. @param left number of files that are still waiting */
  readonly onStored: (left: number) => Promise<unknown>;
};

type Stored = { readonly files: number; readonly sizeBytes: number };
const NOTHING_STORED: Stored = { files: 0, sizeBytes: 0 };

function batchOf(list: readonly Upload[], stored: Stored): UploadBatch {
  const open = list.filter(({ state }) => state !== 'failed');
  const sum = (bytesOf: (upload: Upload) => number) => open.reduce((total, upload) => total + bytesOf(upload), stored.sizeBytes);
  return {
    storedFiles: stored.files,
    files: stored.files + open.length,
    sentBytes: sum(({ sentBytes, sizeBytes }) => Math.min(sentBytes, sizeBytes)),
    sizeBytes: sum(({ sizeBytes }) => sizeBytes),
  };
}

/** Uploads of this page, one at a time. Finished ones leave the list; failed ones stay with their reason. */
export function useUploads(options: UploadOptions): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const [stored, setStored] = useState<Stored>(NOTHING_STORED);
  const controllers = useRef(new Map<string, AbortController>());
  const failed = useRef(new Set<string>());
  const last = useRef(Promise.resolve());
  const store = useStableCall(options.store);
  const onStored = useStableCall(options.onStored);
  const change = (key: string, changed: Partial<Upload>) =>
    setList((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)));
  const drop = (key: string) => {
    controllers.current.delete(key);
    failed.current.delete(key);
    setList((all) => all.filter((one) => one.key !== key));
  };

  async function send(key: string, picked: PickedFile, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    change(key, { state: 'sending' });
    try {
      await store(picked, { signal, onProgress: (sentBytes) => change(key, { sentBytes }) });
    } catch (error) {
      if (signal.aborted) return;
      failed.current.add(key);
      change(key, { state: 'failed', problem: errorMessage(error) });
      return;
    }
    drop(key);
    setStored((before) => ({ files: before.files + 1, sizeBytes: before.sizeBytes + picked.file.size }));
    await onStored(controllers.current.size - failed.current.size);
  }

  return {
    list,
    batch: batchOf(list, stored),
    add(files, folder = '') {
      const added = files.map(({ file, path }) => ({ file, path, key: randomKey(), controller: new AbortController() }));
      if (controllers.current.size === failed.current.size) setStored(NOTHING_STORED);
      for (const { key, controller } of added) controllers.current.set(key, controller);
      setList((all) => [
        ...all,
        ...added.map(({ file, path, key }) => ({
          key,
          name: path,
          sizeBytes: file.size,
          sentBytes: 0,
          state: 'waiting' as const,
        })),
      ]);
      const sendAll = async () => {
        for (const { file, path, key, controller } of added)
          await send(key, { file, path: folder === '' ? path : `${folder}/${path}` }, controller.signal);
      };
      last.current = last.current.then(sendAll);
      return last.current;
    },
    remove(key) {
      controllers.current.get(key)?.abort();
      drop(key);
    },
  };
}
