import { type ArtifactPreview, previewArtifact } from '#lib/api/artifacts.contract.ts';
import { parseLayoutName } from '#lib/slides/deck.ts';
import { slideOfPicture, slideText } from '#lib/slides/slide-of-picture.ts';
import { cutText } from '#lib/text/cut-text.ts';
import { type LoadedArtifact, loadArtifact, loadSlides, readArtifact, unusable } from '../../artifacts/load-artifact.ts';
import { defineHandler, type HandlerContext } from '../../handler-kit/define-handler.ts';

const MAX_PAGES = 500;
const MAX_PAGE_CHARS = 20_000;
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
  const { name, content } = artifact;
  const bytes = await readArtifact(artifact, context);
  const source = { name, mediaType: content.mediaType, bytes, format: 'text' } as const;
  const { pages, text } = await unusable(() => context.deps.artifactPages.reader.read(source, new AbortController().signal));
  const some = pages.length > 0 ? pages : [{ number: 1, title: '', text }];
  const shown = some.slice(0, MAX_PAGES).map((page, index) => ({
    index,
    title: page.title,
    thumbnailUrl: null,
    content: cutText(page.text, MAX_PAGE_CHARS),
    notes: '',
  }));
  return {
    type: 'document',
    pages: shown,
    isCut: some.length > MAX_PAGES || some.some((page) => page.text.length > MAX_PAGE_CHARS),
  };
}

async function showText(artifact: LoadedArtifact, context: HandlerContext): Promise<Shown> {
  const text = new TextDecoder().decode(await readArtifact(artifact, context));
  const content = cutText(text, MAX_PAGE_CHARS);
  return {
    type: 'text',
    isCut: text.length > MAX_PAGE_CHARS,
    pages: [{ index: 0, title: artifact.name, thumbnailUrl: null, content, notes: '' }],
  };
}
