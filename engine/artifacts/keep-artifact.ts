import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { WrittenFile } from '#lib/ports/workspace-files.ts';
import { mediaTypeOf } from '#lib/run/media-type.ts';
import type { Artifact } from '#lib/run/stored-file.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { filesOf } from '../tools/files-of.ts';

export type ArtifactContext = Pick<
  ExecutorContext,
  'tools' | 'workspaceId' | 'runId' | 'nodeId' | 'parent' | 'emit' | 'signal' | 'language'
>;
type Made = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of an artifact that gets this as its next version, instead of a new one. */
  readonly artifactId?: string | undefined;
};

const MAX_NAME_CHARS = 120;
/** What some system refuses in names of files, and what would make another folder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: searches for these characters
const REFUSED_CHARS = /[\\/:*?"<>|\u0000-\u001f]/g;

/**
 * Stores what a run made, in `runs/<run>/artifacts`, and logs it. The same name once more
 * in one run is a new version.
 * @throws {NodeFailure} those of writing files
 */
export async function keepArtifact({ name, bytes, artifactId }: Made, context: ArtifactContext): Promise<Artifact> {
  const { workspaceId, runId, nodeId, parent } = context;
  const files = filesOf(context);
  const path =
    artifactId === undefined ? `runs/${runId}/artifacts/${name}` : (await files.locate(workspaceId, { fileId: artifactId })).path;
  const [folder, own] = [path.slice(0, Math.max(0, path.lastIndexOf('/'))), path.slice(path.lastIndexOf('/') + 1)];
  const mediaType = mediaTypeOf(own);
  const [written] = await files.writeAll(workspaceId, folder, [{ name: own, bytes, mediaType }], { runId, nodeId });
  const { fileId, sha256, revision = 1 } = written as WrittenFile;
  const artifact: Artifact = {
    ...(fileId !== undefined && { artifactId: fileId, fileId }),
    name: own,
    path: (written as WrittenFile).path,
    mediaType,
    sizeBytes: bytes.byteLength,
    revision,
    ...(sha256 !== undefined && { sha256 }),
  };
  const { sha256: _, fileId: __, ...logged } = artifact;
  context.emit({ type: 'artifact_created', ...(parent && { parent }), ...logged });
  return artifact;
}

/** A name of a file with that ending, from what a person or a model calls it. */
export function artifactName(name: string, ending: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const plain = last.replaceAll(REFUSED_CHARS, ' ').replaceAll(/\s+/g, ' ').trim().replace(/^\.+/, '');
  const isEnded = plain.toLowerCase().endsWith(`.${ending}`);
  const stem = (isEnded ? plain.slice(0, -ending.length - 1) : plain).trim().slice(0, MAX_NAME_CHARS).toWellFormed();
  if (stem === '')
    throw new NodeFailure('document-not-written', `${JSON.stringify(name)} is no name of a file`, { path: 'name' });
  return `${stem}.${ending}`;
}
