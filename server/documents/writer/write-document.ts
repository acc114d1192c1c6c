import type { WritableDocument } from '#lib/ports/document-writer.ts';
import { findSlideProblem, type Slide } from '#lib/slides/deck.ts';
import type { DeckImages } from './deck/make-deck.ts';
import { readImage } from './image-size.ts';
import { WritingError } from './writing-error.ts';

/** A document as bytes; the code of its kind is loaded when it is needed. @throws {WritingError} */
export async function writeDocument(document: WritableDocument): Promise<Uint8Array> {
  switch (document.kind) {
    case 'pdf': {
      const { writePdf } = await import('./text/write-pdf.ts');
      return writePdf({ ...document, images: readImages(document.images) });
    }
    case 'docx': {
      const { writeDocx } = await import('./text/write-docx.ts');
      return writeDocx({ ...document, images: readImages(document.images) });
    }
    case 'xlsx': {
      const { writeXlsx } = await import('./write-xlsx.ts');
      return writeXlsx(document.sheets);
    }
    case 'pptx': {
      const [{ makeDeck }, { zipParts }] = await Promise.all([import('./deck/make-deck.ts'), import('./deck/tidy-package.ts')]);
      for (const [index, slide] of document.deck.slides.entries()) assertSlide(slide, `slides[${index}]`);
      return zipParts(await makeDeck(document.deck, readImages(document.images)));
    }
    case 'slide': {
      const [{ replaceSlide }, { zipParts }] = await Promise.all([
        import('./deck/replace-slide.ts'),
        import('./deck/tidy-package.ts'),
      ]);
      assertSlide(document.slide, 'slide');
      return zipParts(await replaceSlide({ ...document, images: readImages(document.images) }));
    }
    default:
      return document satisfies never;
  }
}

function assertSlide(slide: Slide, at: string): void {
  const problem = findSlideProblem(slide);
  if (problem) throw new WritingError(`${at}.${problem.path}`, problem.reason);
}

function readImages(images: readonly { file: string; bytes: Uint8Array }[]): DeckImages {
  return new Map(
    images.map(({ file, bytes }) => {
      const image = readImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      if (!image) throw new WritingError('image', `the file ${JSON.stringify(file)} is no PNG, JPEG or GIF image`);
      return [file, image] as const;
    }),
  );
}
