import type { DeckImages } from '../deck/make-deck.ts';
import { type Block, markdownBlocks } from './markdown-blocks.ts';

export type TextDocument = {
  readonly title: string;
  /** As `zh-CN`: for the fonts and spelling of Office programs. */
  readonly language: string;
  readonly markdown: string;
  readonly images: DeckImages;
};

/** The blocks of a document, with its title first unless it begins with a heading of its own. */
export function documentBlocks({ title, markdown }: TextDocument): Block[] {
  const blocks = markdownBlocks(markdown);
  const [first] = blocks;
  const hasTitle = first?.kind === 'heading' && first.level === 1;
  return hasTitle || title === '' ? blocks : [{ kind: 'heading', level: 1, spans: [{ text: title }] }, ...blocks];
}

/** Pixels as points, at most `width` wide and `height` high. */
export function fitImage(image: { width: number; height: number }, limit: { width: number; height: number }) {
  const scale = Math.min(0.75, limit.width / image.width, limit.height / image.height);
  return { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)) };
}
