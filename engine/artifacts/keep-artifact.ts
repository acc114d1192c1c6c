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
type NewArtifact = {
  /** Ignored with `artifactId`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The artifact that gets these bytes as its next version, under its own name. @defaultValue a new artifact */
  readonly artifactId?: string | undefined;
};

const MAX_NAME_CHARS = 120;
/** Characters that some operating system refuses in file names, and separators of folders. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: searches for these characters
const REFUSED_CHARS = /[\\/:*?"<>|\u0000-\u001f]/g;

/**
 * Stores what a run made, in `runs/<run>/artifacts`, and logs it. A name that the run
 * has used before makes a new version of that artifact.
 * @throws {NodeFailure} those of writing files
 */
export async function keepArtifact({ name, bytes, artifactId }: NewArtifact, context: ArtifactContext): Promise<Artifact> {
  const { workspaceId, runId, nodeId, parent } = context;
  const files = filesOf(context);
  const path =
    artifactId === undefined ? `runs/${runId}/artifacts/${name}` : (await files.locate(workspaceId, { fileId: artifactId })).path;
  const [folder, baseName] = [path.slice(0, Math.max(0, path.lastIndexOf('/'))), path.slice(path.lastIndexOf('/') + 1)];
  const mediaType = mediaTypeOf(baseName);
  const [written] = await files.writeAll(workspaceId, folder, [{ name: baseName, bytes, mediaType }], { runId, nodeId });
  const { fileId, sha256, revision = 1 } = written as WrittenFile;
  const artifact: Artifact = {
    ...(fileId !== undefined && { artifactId: fileId, fileId }),
    name: baseName,
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

/** A file name with this extension, from the text of a person or a model. */
export function artifactName(name: string, extension: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const plain = last.replaceAll(REFUSED_CHARS, ' ').replaceAll(/\s+/g, ' ').trim().replace(/^\.+/, '');
  const isEnded = plain.toLowerCase().endsWith(`.${extension}`);
  const stem = (isEnded ? plain.slice(0, -extension.length - 1) : plain).trim().slice(0, MAX_NAME_CHARS).toWellFormed();
  if (stem === '')
    throw new NodeFailure('document-not-written', `${JSON.stringify(name)} is not a file name: use letters or digits`, {
      path: 'name',
    });
  return `${stem}.${extension}`;
}
