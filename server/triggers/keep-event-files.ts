import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { mediaTypeOf } from '#lib/run/media-type.ts';
import type { Owner } from '#lib/run/owner.ts';
import type { StoredFile } from '#lib/run/stored-file.ts';
import { trimChars } from '#lib/text/trim-chars.ts';
import { confinedNames } from '../storage/confined-path.ts';
import type { FileStore } from '../storage/files/file-store.ts';

/** Three bytes each in Chinese. */
const MAX_NAME_CHARS = 60;

export type EventFile = {
  readonly name: string;
  /** @defaultValue by the ending of the name */
  readonly mediaType?: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
};
/** A place for the files of one event, and what they may have together. */
export type EventFolder = {
  readonly workspaceId: WorkspaceId;
  readonly folder: string;
  readonly maxBytes: number;
  readonly owner: Owner;
};

/**
 * Stores the files of an event one after the other. Repeatable: the same files replace those of an earlier try.
 * @throws {NodeFailure} `file-too-large`, `file-failed`
 */
export class EventFiles {
  readonly #store: Pick<FileStore, 'write'>;
  readonly #place: EventFolder;
  readonly #taken = new Set<string>();
  #leftBytes: number;

  constructor(store: Pick<FileStore, 'write'>, place: EventFolder) {
    this.#store = store;
    this.#place = place;
    this.#leftBytes = place.maxBytes;
  }

  async keep({ name, mediaType, content }: EventFile): Promise<StoredFile> {
    const { workspaceId, folder, owner } = this.#place;
    const own = this.#freeName(name);
    const { row } = await this.#store.write(workspaceId, {
      path: `${folder}/${own}`,
      content,
      mediaType: mediaType ?? mediaTypeOf(own),
      onExisting: 'replace',
      source: { owner },
      maxBytes: this.#leftBytes,
    });
    this.#leftBytes -= row.sizeBytes;
    const { fileId, path, sizeBytes, sha256 } = row;
    return { fileId, name: own, path, sizeBytes, mediaType: row.mediaType, sha256 };
  }

  /** Only characters that every disk takes; a second file of a name gets a number. */
  #freeName(given: string): string {
    const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1).normalize('NFC');
    const cleaned = trimChars(last.replaceAll(/[^\p{L}\p{N}\p{M} ._()-]/gu, '_'), ' .').slice(-MAX_NAME_CHARS);
    const short = trimChars(cleaned, ' .');
    const name = [short, `_${short}`].find(isAllowed) ?? 'file';
    let free = name;
    for (let number = 2; this.#taken.has(free.toLowerCase()); number++) free = `${number}-${name}`;
    this.#taken.add(free.toLowerCase());
    return free;
  }
}

/** Devices of Windows and the like are refused by every store. */
function isAllowed(name: string): boolean {
  try {
    return confinedNames(name, []).length === 1;
  } catch {
    return false;
  }
}

/** The stored files that an event names in its field `files`. */
export function fileIdsIn({ files }: Readonly<Record<string, unknown>>): string[] {
  if (!Array.isArray(files)) return [];
  return files.flatMap((file: unknown) => {
    const fileId = typeof file === 'object' && file !== null && 'fileId' in file ? file.fileId : undefined;
    return typeof fileId === 'string' ? [fileId] : [];
  });
}
