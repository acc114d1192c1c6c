import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { DocumentWriter, WorkbookSheet } from '#lib/ports/document-writer.ts';
import type { Artifact } from '#lib/run/stored-file.ts';
import type { Deck, Slide } from '#lib/slides/deck.ts';
import { filesOf } from '../tools/files-of.ts';
import { type ArtifactContext, artifactName, keepArtifact } from './keep-artifact.ts';
import { imagesOfMarkdown, imagesOfSlides } from './load-document-images.ts';

type Named = { readonly name: string; readonly artifactId?: string | undefined };

/** A text in the language that its name says: code, HTML, CSV, Markdown. */
export async function makeTextArtifact(
  { name, content, artifactId }: Named & { content: string },
  context: ArtifactContext,
): Promise<Artifact> {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  const own = artifactName(name, /^[a-z0-9]{1,10}$/.test(ending) ? ending : 'txt');
  return keepArtifact({ name: own, bytes: new TextEncoder().encode(content), artifactId }, context);
}

type TextDocument = Named & { readonly format: 'pdf' | 'docx'; readonly title: string; readonly content: string };

/** Markdown as a PDF or Word file. @throws {NodeFailure} `document-not-written`, those of reading its images */
export async function makeDocument(
  { name, format, title, content, artifactId }: TextDocument,
  context: ArtifactContext,
): Promise<Artifact> {
  const own = artifactName(name, format);
  const images = await imagesOfMarkdown(content, context);
  const document = { kind: format, title, language: context.language, markdown: content, images } as const;
  const bytes = await writerOf(context).write(document, context.signal);
  return keepArtifact({ name: own, bytes, artifactId }, context);
}

export async function makeWorkbook(
  { name, sheets, artifactId }: Named & { sheets: readonly WorkbookSheet[] },
  context: ArtifactContext,
): Promise<Artifact> {
  const own = artifactName(name, 'xlsx');
  const bytes = await writerOf(context).write({ kind: 'xlsx', sheets }, context.signal);
  return keepArtifact({ name: own, bytes, artifactId }, context);
}

/** @throws {NodeFailure} `document-not-written`, naming the slide and its field */
export async function makeDeckArtifact(
  { name, deck, artifactId }: Named & { deck: Deck },
  context: ArtifactContext,
): Promise<Artifact> {
  const own = artifactName(name, 'pptx');
  const images = await imagesOfSlides(deck.slides, { context, pathOf: (index) => `slides[${index}]` });
  const bytes = await writerOf(context).write({ kind: 'pptx', deck, images }, context.signal);
  return keepArtifact({ name: own, bytes, artifactId }, context);
}

type ReplacedSlide = { readonly artifactId: string; readonly pageIndex: number; readonly slide: Slide };

/** The next version of a presentation, with one slide made again; all others stay byte for byte. */
export async function replaceSlideArtifact(
  { artifactId, pageIndex, slide }: ReplacedSlide,
  context: ArtifactContext,
): Promise<Artifact> {
  const ref = { fileId: artifactId };
  const { bytes, name } = await filesOf(context).readFile(context.workspaceId, ref);
  const images = await imagesOfSlides([slide], { context, pathOf: () => 'slide' });
  const written = await writerOf(context).write({ kind: 'slide', bytes, pageIndex, slide, images }, context.signal);
  return keepArtifact({ name, bytes: written, artifactId }, context);
}

function writerOf({ tools }: ArtifactContext): DocumentWriter {
  if (!tools.documentWriter) throw new NodeFailure('document-not-written', 'Documents cannot be written here');
  return tools.documentWriter;
}
