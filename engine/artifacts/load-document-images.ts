import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { DocumentImage } from '#lib/ports/document-writer.ts';
import type { Slide } from '#lib/slides/deck.ts';
import { filesOf } from '../tools/files-of.ts';
import type { ArtifactContext } from './keep-artifact.ts';

const MAX_IMAGES = 100;
const MAX_BYTES = 40_000_000;
/** An image in Markdown, whose path is in angle brackets or has parentheses in pairs only. */
const IMAGE = /!\[[^\]![]{0,300}\]\((?:<([^<>\n]{1,500})>|((?:[^()<>\s]|\([^()<>\s]{0,200}\)){1,500}))/g;
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/;
const FILE_ID = /^(art|file)_[0-9A-Za-z]{10,40}$/;
/** In the presentation already. */
const OWN_PART = 'ppt/media/';

/** The files that Markdown shows as images. Those of other servers stay links. */
export async function imagesOfMarkdown(markdown: string, context: ArtifactContext): Promise<DocumentImage[]> {
  const named = [...withoutCode(markdown).matchAll(IMAGE)].map(([, bracketed, plain = '']) => decoded(bracketed ?? plain));
  const names = new Set(named.filter((name) => !/^[a-z][a-z0-9+.-]*:/i.test(name)));
  return load(
    [...names].map((file) => ({ file, path: 'content' })),
    context,
  );
}

/** Code may contain the syntax of an image, for a file that does not exist. */
function withoutCode(markdown: string): string {
  let fence: string | undefined;
  const lines = markdown.split('\n').filter((line) => {
    const [begin = '', mark = ''] = FENCE.exec(line) ?? [];
    const rest = line.slice(begin.length);
    // A line such as ```a``` is code without a block.
    if (mark === '' || rest.includes('`')) return fence === undefined;
    if (fence === undefined) fence = mark;
    else if (mark.startsWith(fence) && rest.trim() === '') fence = undefined;
    return false;
  });
  return lines.join('\n').replaceAll(/`[^`\n]+`/g, '');
}

/** The files that slides show. `pathOf` names the field of a slide. */
export async function imagesOfSlides(
  slides: readonly Slide[],
  { context, pathOf }: { context: ArtifactContext; pathOf: (index: number) => string },
): Promise<DocumentImage[]> {
  const wanted = new Map<string, string>();
  for (const [index, { image }] of slides.entries())
    if (image && !image.file.startsWith(OWN_PART)) wanted.set(image.file, `${pathOf(index)}.image.file`);
  return load(
    [...wanted].map(([file, path]) => ({ file, path })),
    context,
  );
}

async function load(wanted: readonly { file: string; path: string }[], context: ArtifactContext): Promise<DocumentImage[]> {
  if (wanted.length > MAX_IMAGES)
    throw new NodeFailure('document-not-written', `A document may show at most ${MAX_IMAGES} images`, {
      path: wanted[MAX_IMAGES]?.path ?? '',
    });
  const images: DocumentImage[] = [];
  let totalBytes = 0;
  for (const { file, path } of wanted) {
    context.signal.throwIfAborted();
    const ref = FILE_ID.test(file) ? { fileId: file } : { path: file };
    const { bytes } = await filesOf(context)
      .readFile(context.workspaceId, ref)
      .catch((error: unknown) => {
        throw NodeFailure.is(error) ? error.inField(path) : error;
      });
    totalBytes += bytes.byteLength;
    if (totalBytes > MAX_BYTES)
      throw new NodeFailure('document-not-written', `The images of a document may have ${MAX_BYTES} bytes together`, { path });
    images.push({ file, bytes });
  }
  return images;
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
