'use client';
import { useRef, useState } from 'react';
import type { PickedFile } from '#components/data/picked-files.ts';
import { uploadFile } from '#components/data/upload-file.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

export type Upload = {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly problem?: string;
};

export type Uploads = {
  readonly list: readonly Upload[];
  /** Uploads files into a folder, one after another; what comes from a folder keeps its path below it. */
  add(files: readonly PickedFile[], folder: string): Promise<void>;
  /** Stops an upload, or takes a failed one off the list. */
  remove(key: string): void;
};

/** Uploads of this page. Finished ones leave the list; failed ones stay with their reason. */
export function useUploads(onUploaded: () => Promise<unknown>): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const controllers = useRef(new Map<string, AbortController>());
  const change = (key: string, changed: Partial<Upload>) =>
    setList((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)));
  const drop = (key: string) => {
    controllers.current.delete(key);
    setList((all) => all.filter((one) => one.key !== key));
  };
  return {
    list,
    async add(files, folder) {
      const added = files.map(({ file, path }) => ({ file, path, key: crypto.randomUUID(), controller: new AbortController() }));
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
      for (const { file, path: name, key, controller } of added) {
        if (controller.signal.aborted) continue;
        change(key, { state: 'sending' });
        const path = folder === '' ? name : `${folder}/${name}`;
        const onProgress = (sentBytes: number) => change(key, { sentBytes });
        try {
          await uploadFile({ file, path, signal: controller.signal, onProgress });
          drop(key);
          await onUploaded();
        } catch (error) {
          if (!controller.signal.aborted) change(key, { state: 'failed', problem: errorMessage(error) });
        }
      }
    },
    remove(key) {
      controllers.current.get(key)?.abort();
      drop(key);
    },
  };
}
