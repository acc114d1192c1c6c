/** A file that a person chose, with its path below what they chose: `guide/en/returns.md`. */
export type PickedFile = { readonly file: File; readonly path: string };

/** The parts of the file system API that browsers give for what is dropped. */
export type DroppedEntry =
  | {
      readonly isDirectory: false;
      readonly name: string;
      file(done: (file: File) => void, failed: (error: unknown) => void): void;
    }
  | {
      readonly isDirectory: true;
      readonly name: string;
      createReader(): { readEntries(done: (entries: DroppedEntry[]) => void, failed: (error: unknown) => void): void };
    };

/** Of one drop or folder. */
const MAX_PICKED_FILES = 5000;

/** What systems put into folders by themselves. */
const isOfSystem = (name: string) => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';

/** Files of an input, also of one for a folder. */
export function filesOfInput(files: readonly File[]): PickedFile[] {
  return files
    .map((file) => ({ file, path: file.webkitRelativePath || file.name }))
    .filter(({ path }) => !path.includes('/') || !path.split('/').some(isOfSystem))
    .slice(0, MAX_PICKED_FILES);
}

/**
 * Dropped files, and those of dropped folders with all below them. Call it in the event, before
 * anything is awaited.
 */
export function filesOfDrop(items: ArrayLike<DataTransferItem>): Promise<PickedFile[]> {
  // The items are gone once the event is over.
  const entries = Array.from(items).map((item) => ({
    entry: item.webkitGetAsEntry?.() as unknown as DroppedEntry | null,
    file: item.getAsFile(),
  }));
  return readEntries(entries);
}

async function readEntries(
  entries: readonly { readonly entry: DroppedEntry | null; readonly file: File | null }[],
): Promise<PickedFile[]> {
  const picked: PickedFile[] = [];
  const visit = async (entry: DroppedEntry, folder: string): Promise<void> => {
    if (picked.length >= MAX_PICKED_FILES) return;
    const path = `${folder}${entry.name}`;
    if (!entry.isDirectory) {
      const file = await new Promise<File>((done, failed) => entry.file(done, failed));
      picked.push({ file, path });
      return;
    }
    const reader = entry.createReader();
    // A reader gives a part at a time, and nothing at the end.
    for (;;) {
      const some = await new Promise<DroppedEntry[]>((done, failed) => reader.readEntries(done, failed));
      if (some.length === 0) return;
      for (const one of some) if (!isOfSystem(one.name)) await visit(one, `${path}/`);
    }
  };
  for (const { entry, file } of entries) {
    if (entry) await visit(entry, '');
    else if (file) picked.push({ file, path: file.name });
  }
  return picked;
}
