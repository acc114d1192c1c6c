import type PptxGenJS from 'pptxgenjs';
import { type Deck, layoutName, type Slide, type SlideLayout, slideLayouts } from '#lib/slides/deck.ts';
import { type DeckStyle, deckStyles, SLIDE } from './deck-style.ts';
import { drawSlide } from './draw-slide.ts';
import { tidyPackage } from './tidy-package.ts';

export type DeckImage = { readonly base64: string; readonly mediaType: string; readonly width: number; readonly height: number };
/** By what the slides call them. */
export type DeckImages = ReadonlyMap<string, DeckImage>;

/** The files of a `.pptx` archive, by name. */
export type DeckParts = ReadonlyMap<string, Uint8Array>;

/**
 * The deck as a presentation. Its layouts are named for template and layout, so that a slide of it
 * can be made again.
 * @throws {WritingError} for text that does not fit on its slide
 */
export async function makeDeck(deck: Deck, images: DeckImages): Promise<DeckParts> {
  const { default: Pptx } = await import('pptxgenjs');
  // The types describe the module of another loader.
  const pptx = new (Pptx as unknown as typeof PptxGenJS)();
  const style = deckStyles[deck.template];
  pptx.defineLayout({ name: 'wide', width: SLIDE.width, height: SLIDE.height });
  pptx.layout = 'wide';
  pptx.title = deck.title;
  pptx.author = 'Threadloom';
  pptx.company = 'Threadloom';
  pptx.theme = { headFontFace: style.heading, bodyFontFace: style.body };
  for (const layout of slideLayouts) defineLayout(pptx, { name: layoutName(deck.template, layout), layout, style });
  for (const [index, slide] of deck.slides.entries()) addSlide(pptx, { slide, index, deck, style, images });
  const bytes = (await pptx.write({ outputType: 'uint8array', compression: true })) as Uint8Array;
  return tidyPackage(bytes);
}

type Adding = {
  readonly slide: Slide;
  readonly index: number;
  readonly deck: Deck;
  readonly style: DeckStyle;
  readonly images: DeckImages;
};

function addSlide(pptx: PptxGenJS, { slide, index, deck, style, images }: Adding): void {
  const page = pptx.addSlide({ masterName: layoutName(deck.template, slide.layout) });
  drawSlide(page, slide, { style, images, path: `slides[${index}]` });
  // Without a note the library writes an empty one all the same.
  page.addNotes(slide.notes ?? '');
}

type Defining = { readonly name: string; readonly layout: SlideLayout; readonly style: DeckStyle };

function defineLayout(pptx: PptxGenJS, { name, layout, style }: Defining): void {
  const { background, ink, muted, decorations, title, align } = style.layouts[layout];
  const width = SLIDE.width - 2 * SLIDE.margin;
  pptx.defineSlideMaster({
    title: name,
    background: { color: background },
    objects: [
      ...decorations.map(({ shape, x, y, w, h, colour, transparency = 0 }) => {
        const fill = { color: colour, transparency };
        // Layouts of the library have no circles, but texts of any outline.
        return shape === 'rect' ? { rect: { x, y, w, h, fill } } : { text: { text: '', options: { shape, x, y, w, h, fill } } };
      }),
      {
        placeholder: {
          options: {
            name: 'title',
            type: 'title',
            x: SLIDE.margin,
            y: title.y,
            w: width,
            h: title.h,
            align,
            valign: title.anchor === 'mid' ? 'middle' : title.anchor,
            margin: 0,
            fontFace: style.heading,
            fontSize: title.size,
            bold: true,
            color: ink,
          },
          text: '',
        },
      },
    ],
    ...(layout === 'cover' || layout === 'closing'
      ? {}
      : {
          slideNumber: {
            x: SLIDE.width - 1.3,
            y: 6.86,
            w: 0.6,
            h: 0.3,
            fontFace: style.body,
            fontSize: 10,
            color: muted,
            align: 'right',
          },
        }),
  });
}
