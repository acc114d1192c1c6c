import { type ArtifactPreview, previewArtifact } from '#lib/api/artifacts.contract.ts';
import { parseLayoutName } from '#lib/slides/deck.ts';
import { slideOfPicture, slideText } from '#lib/slides/slide-of-picture.ts';
import { cutText } from '#lib/text/cut-text.ts';
import { MAX_PAGE_CHARS } from '../../../documents/artifact-pages.ts';
import { type LoadedArtifact, loadArtifact, loadPages, loadSlides } from '../../artifacts/load-artifact.ts';
import { defineHandler, type HandlerContext } from '../../handler-kit/define-handler.ts';

/** More than `MAX_PAGE_CHARS` characters take. */
const MAX_TEXT_BYTES = 4 * MAX_PAGE_CHARS + 4;
const IMAGE = /^image\/(png|jpeg|gif|webp|avif|svg\+xml)$/;
const DOCUMENT =
  /^application\/(pdf|epub\+zip|vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet))$/;
const SLIDES = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const TEXT = /^text\/|^application\/(json|jsonl|xml|yaml)$/;

type Shown = Pick<ArtifactPreview, 'type' | 'pages'> & Partial<Pick<ArtifactPreview, 'canRegenerate' | 'isCut'>>;

export const previewArtifactHandler = defineHandler(previewArtifact, async ({ params, query, ...context }) => {
  const artifact = await loadArtifact({ id: params.id, revision: query.revision }, context);
  const { row, revision } = artifact;
  const shown = await show(artifact, context);
  return { status: 200, body: { artifactId: row.fileId, revision, canRegenerate: false, isCut: false, ...shown } };
});

async function show(artifact: LoadedArtifact, context: HandlerContext): Promise<Shown> {
  const { mediaType } = artifact.content;
  if (mediaType === SLIDES) return showSlides(artifact, context);
  if (IMAGE.test(mediaType)) {
    const { row, name, revision } = artifact;
    const thumbnailUrl = `/api/v1/files/${row.fileId}/content?disposition=inline&revision=${revision}`;
    return { type: 'image', pages: [{ index: 0, title: name, thumbnailUrl, content: '', notes: '' }] };
  }
  if (DOCUMENT.test(mediaType)) return showDocument(artifact, context);
  if (TEXT.test(mediaType)) return showText(artifact, context);
  return { type: 'other', pages: [] };
}

async function showSlides(artifact: LoadedArtifact, context: HandlerContext): Promise<Shown> {
  const slides = await loadSlides(artifact, context);
  const { row, revision } = artifact;
  return {
    type: 'slides',
    canRegenerate: slides.every(({ layout }) => parseLayoutName(layout) !== undefined),
    pages: slides.map((slide, index) => ({
      index,
      title: slideOfPicture(slide).title,
      thumbnailUrl: `/api/v1/artifacts/${row.fileId}/pages/${index}?revision=${revision}`,
      content: slideText(slide),
      notes: slide.notes,
    })),
  };
}

async function showDocument(artifact: LoadedArtifact, context: HandlerContext): Promise<Shown> {
  const { pages, isCut } = await loadPages(artifact, context);
  return {
    type: 'document',
    pages: pages.map(({ title, text: content }, index) => ({ index, title, thumbnailUrl: null, content, notes: '' })),
    isCut,
  };
}

/** Reads as much as is shown. */
async function showText({ content, name }: LoadedArtifact, { deps }: HandlerContext): Promise<Shown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of deps.files.store.read(content, { start: 0, end: MAX_TEXT_BYTES })) chunks.push(chunk);
  const isWhole = content.sizeBytes <= MAX_TEXT_BYTES;
  const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: !isWhole });
  return {
    type: 'text',
    isCut: !isWhole || text.length > MAX_PAGE_CHARS,
    pages: [{ index: 0, title: name, thumbnailUrl: null, content: cutText(text, MAX_PAGE_CHARS), notes: '' }],
  };
}
