import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { SlidePicture } from '#lib/slides/slide-picture.ts';
import type { FileContent, FileRow } from '../../db/stores/file-rows.ts';
import type { ShownFile, ShownPages } from '../../documents/artifact-pages.ts';
import { loadContent, loadFile } from '../files/load-file.ts';
import { claimantOf } from '../handler-kit/claimant-of.ts';
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
  const content = await loadContent(row, revision, context);
  return { row, name: row.path.slice(row.path.lastIndexOf('/') + 1), revision: content.revision, content };
}

/** All bytes of an artifact that is shown. @throws {AppError} `document-unusable` for one that is too large */
async function readArtifact({ content, name }: LoadedArtifact, { deps }: Pick<HandlerContext, 'deps'>): Promise<Uint8Array> {
  if (content.sizeBytes > MAX_SHOWN_BYTES)
    throw new AppError('document-unusable', `The file ${JSON.stringify(name)} is too large to be shown: download it.`);
  return deps.files.store.readWhole(content, MAX_SHOWN_BYTES, 'files.max_file_bytes');
}

/** The slides of a presentation. @throws {AppError} `document-unusable` for any other file, and a damaged one */
export async function loadSlides(artifact: LoadedArtifact, context: HandlerContext): Promise<readonly SlidePicture[]> {
  return unusable(() => context.deps.artifactPages.slides(shownFile(artifact, context), claimantOf(context, undefined)));
}

/** The texts of any other document. @throws {AppError} `document-unusable` for one that cannot be read */
export async function loadPages(artifact: LoadedArtifact, context: HandlerContext): Promise<ShownPages> {
  return unusable(() => context.deps.artifactPages.pages(shownFile(artifact, context), claimantOf(context, undefined)));
}

function shownFile(artifact: LoadedArtifact, context: HandlerContext): ShownFile {
  const { content, name } = artifact;
  return { name, mediaType: content.mediaType, sha256: content.sha256, read: () => readArtifact(artifact, context) };
}

/** What cannot be read becomes an error of the API. @throws {AppError} `document-unusable` */
async function unusable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!NodeFailure.is(error)) throw error;
    throw new AppError('document-unusable', `${error.message}.`, { cause: error });
  }
}
