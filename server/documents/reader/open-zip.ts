import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { formatCount } from '#lib/text/format-count.ts';
import { ReadingError } from './reading-error.ts';
import { bareZip } from './zip-bounds.ts';

/** `maxUnpackedBytes`: of all entries together. Real documents of this size are mostly images. */
const DEFAULT_LIMITS = { maxEntries: 20_000, maxUnpackedBytes: 300_000_000 } as const;
/** Of the entries that hold text, together: they are parsed in memory. */
const MAX_XML_BYTES = 100_000_000;
const XML = /\.(xml|rels|opf|ncx|x?html?)$/i;
/** Files of an archive are read once or twice: so often its size, all reads together. */
const MAX_READS = 3;
const MIN_READ_BYTES = 1_000_000;
const MACROS = /(^|\/)vbaProject\.bin$|(^|\/)xl\/macrosheets\//i;
const DOCTYPE_BYTES = 2000;

/** Names of the entries that may be read, with their bytes. */
export type OpenZip = { readonly names: readonly string[]; read(name: string): Promise<Buffer | undefined> };

/**
 * Opens an archive once all of it was unpacked and counted, so that no reader meets more than these
 * limits. What the archive claims about sizes is compared with what comes out.
 * @throws {ReadingError} `document-refused` for a zip bomb, names that lead out of the archive, macros,
 * encryption and XML that declares entities; `document-unreadable` for a damaged archive
 */
export async function openZip(
  bytes: Buffer,
  { maxEntries, maxUnpackedBytes }: { maxEntries: number; maxUnpackedBytes: number } = DEFAULT_LIMITS,
): Promise<OpenZip> {
  const zip = await open(bytes);
  const entries = new Map<string, Entry>();
  let unpackedBytes = 0;
  let xmlBytes = 0;
  for await (const entry of entriesOf(zip)) {
    const name = entry.fileName;
    if (entries.size >= maxEntries) throw refused(`it is an archive of more than ${maxEntries} files`);
    if (entries.has(name)) throw refused(`it is an archive with two files named ${shown(name)}`);
    if (MACROS.test(name)) throw refused('it holds macros; save it without them');
    if (entry.generalPurposeBitFlag & 1) throw refused('it is encrypted; save it without a password');
    entries.set(name, entry);
    if (name.endsWith('/')) continue;
    for await (const chunk of await streamOf(zip, entry)) {
      unpackedBytes += chunk.length;
      if (XML.test(name)) xmlBytes += chunk.length;
      if (unpackedBytes > maxUnpackedBytes || xmlBytes > MAX_XML_BYTES)
        throw refused(
          `it unpacks to more than ${formatCount(xmlBytes > MAX_XML_BYTES ? MAX_XML_BYTES : maxUnpackedBytes)} bytes`,
        );
    }
  }
  let readBytes = 0;
  const maxReadBytes = MIN_READ_BYTES + MAX_READS * unpackedBytes;
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      const chunks: Buffer[] = [];
      for await (const chunk of await streamOf(zip, entry)) {
        readBytes += chunk.length;
        if (readBytes > maxReadBytes) throw refused(`it names the same files again and again, as ${shown(name)}`);
        chunks.push(chunk);
      }
      const content = Buffer.concat(chunks);
      // Office formats and EPUB use none; in XML they can expand to any size.
      if (/<!ENTITY/i.test(content.subarray(0, DOCTYPE_BYTES).toString('latin1')))
        throw refused(`the file ${shown(name)} in it declares XML entities`);
      return content;
    },
  };
}

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const archive = bareZip(bytes);
    if (!archive) return reject(cutOff());
    // Some programs write names with backslashes; as slashes they are checked like all others.
    fromBuffer(archive, { lazyEntries: true, validateEntrySizes: true, strictFileNames: false }, (error, zip) =>
      error ? reject(unreadable(error)) : resolve(zip as ZipFile),
    );
  });
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      const onError = (error: Error) => reject(unreadable(error));
      const onEnd = () => resolve(undefined);
      zip.once('error', onError);
      zip.once('end', onEnd);
      zip.once('entry', (next: Entry) => {
        zip.removeListener('error', onError);
        zip.removeListener('end', onEnd);
        resolve(next);
      });
      zip.readEntry();
    });
    if (!entry) return;
    yield entry;
  }
}

async function streamOf(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const stream = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(unreadable(error)) : resolve(opened)));
  });
  return withReason(stream);
}

async function* withReason(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    throw unreadable(error as Error);
  }
}

/** yauzl refuses names that lead out of the archive and sizes that are wrong, and says which. */
function unreadable(error: Error): ReadingError {
  const isHostile = /invalid (relative path|characters in fileName|absolute path)|absolute path|too many bytes|not enough bytes/i;
  return isHostile.test(error.message)
    ? new ReadingError('document-refused', `its archive lies: ${error.message}`, { cause: error })
    : new ReadingError('document-unreadable', `its archive is damaged: ${error.message}`, { cause: error });
}

function cutOff(): ReadingError {
  const reason = 'the list of files at its end is missing, as in a file that was cut off';
  return new ReadingError('document-unreadable', `its archive is damaged: ${reason}`);
}

function refused(reason: string): ReadingError {
  return new ReadingError('document-refused', reason);
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}
