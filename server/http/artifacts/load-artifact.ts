import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { SlidePicture } from '#lib/slides/slide-picture.ts';
import type { FileContent, FileRow } from '../../db/stores/file-rows.ts';
import { loadFile } from '../files/load-file.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';

/** Documents above this are downloaded, not shown. */
const MAX_SHOWN_BYTES = 100_000_000;

export type LoadedArtifact = {
  readonly row: FileRow;
  readonly name: string;
  readonly revision: number;
  /** Of that revision. */
  readonly content: FileContent;
};

/** @throws {AppError} `not-found`, also for a revision that is not kept */
export async function loadArtifact(
  { id, revision }: { readonly id: string; readonly revision?: number | undefined },
  context: HandlerContext,
): Promise<LoadedArtifact> {
  const row = await loadFile(id, context);
  const { store } = context.deps.files;
  const wanted = revision ?? row.revision;
  const content =
    wanted === row.revision
      ? row
      : (await store.versions(context.workspaceId, row.fileId)).find((one) => one.revision === wanted);
  if (!content) throw new AppError('not-found', `There is no revision ${wanted} of the file ${row.fileId}.`);
  return { row, name: row.path.slice(row.path.lastIndexOf('/') + 1), revision: wanted, content };
}

/** All bytes of an artifact that is shown. @throws {AppError} `document-unusable` for one that is too large */
export async function readArtifact(
  { content, name }: LoadedArtifact,
  { deps }: Pick<HandlerContext, 'deps'>,
): Promise<Uint8Array> {
  if (content.sizeBytes > MAX_SHOWN_BYTES)
    throw new AppError('document-unusable', `The file ${JSON.stringify(name)} is too large to be shown: download it.`);
  return deps.files.store.readWhole(content, MAX_SHOWN_BYTES, 'files.max_file_bytes');
}

/** The slides of a presentation. @throws {AppError} `document-unusable` for any other file, and a damaged one */
export async function loadSlides(
  artifact: LoadedArtifact,
  context: Pick<HandlerContext, 'deps'>,
): Promise<readonly SlidePicture[]> {
  const { content, name } = artifact;
  const file = { name, mediaType: content.mediaType, sha256: content.sha256, read: () => readArtifact(artifact, context) };
  return unusable(() => context.deps.artifactPages.slides(file));
}

/** What cannot be read becomes an error of the API. @throws {AppError} `document-unusable` */
export async function unusable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!NodeFailure.is(error)) throw error;
    throw new AppError('document-unusable', `${error.message}.`, { cause: error });
  }
}
