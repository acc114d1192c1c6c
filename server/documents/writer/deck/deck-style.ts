import type { DeckTemplate, SlideLayout } from '#lib/slides/deck.ts';

/** Inches. */
export const SLIDE = { width: 13.333, height: 7.5, margin: 0.7 } as const;

export type Decoration = {
  readonly shape: 'rect' | 'ellipse';
  /** Inches. */
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly colour: string;
  /** Percent. */
  readonly transparency?: number;
};

export type LayoutStyle = {
  readonly background: string;
  readonly ink: string;
  readonly muted: string;
  readonly decorations: readonly Decoration[];
  /** Where the title is, in inches. */
  readonly title: { readonly y: number; readonly h: number; readonly size: number; readonly anchor: 'top' | 'mid' | 'bottom' };
  readonly align: 'left' | 'center';
};

export type DeckStyle = {
  readonly heading: string;
  readonly body: string;
  readonly accent: string;
  /** Behind columns, and rows of tables. */
  readonly card: string;
  readonly border: string;
  readonly tableHead: { readonly fill: string; readonly ink: string };
  readonly chart: readonly string[];
  readonly layouts: Readonly<Record<SlideLayout, LayoutStyle>>;
};

const bar = (x: number, y: number, w: number, h: number, colour: string, transparency = 0): Decoration => ({
  shape: 'rect',
  x,
  y,
  w,
  h,
  colour,
  transparency,
});
const disc = (x: number, y: number, d: number, colour: string, transparency = 0): Decoration => ({
  shape: 'ellipse',
  x,
  y,
  w: d,
  h: d,
  colour,
  transparency,
});

const coverTitle = { y: 2.1, h: 1.7, size: 44, anchor: 'bottom' } as const;
const bodyTitle = { y: 0.45, h: 0.9, size: 28, anchor: 'mid' } as const;

function businessStyle(): DeckStyle {
  const navy = '14304F';
  const teal = '1F8A8C';
  const light = { background: 'FFFFFF', ink: '1B2733', muted: '5B6B7B', align: 'left' } as const;
  const dark = { background: navy, ink: 'FFFFFF', muted: 'C9D6E3', align: 'left' } as const;
  const under = [bar(0.7, 1.38, 0.9, 0.06, teal), bar(0, 7.32, 13.333, 0.18, navy)];
  return {
    heading: 'Arial',
    body: 'Arial',
    accent: teal,
    card: 'F1F5F8',
    border: 'CBD5DF',
    tableHead: { fill: navy, ink: 'FFFFFF' },
    chart: [navy, teal, 'E0A030', '7A8FA6', 'B4503C', '5E7F3B'],
    layouts: {
      cover: { ...dark, title: coverTitle, decorations: [bar(0, 0, 0.28, 7.5, teal), bar(0.7, 4.0, 1.6, 0.06, teal)] },
      section: { ...dark, title: { ...coverTitle, size: 36 }, decorations: [bar(0.7, 4.0, 1.6, 0.06, teal)] },
      content: { ...light, title: bodyTitle, decorations: under },
      'two-columns': { ...light, title: bodyTitle, decorations: under },
      quote: {
        ...light,
        background: 'F1F5F8',
        title: { ...bodyTitle, size: 20 },
        decorations: [bar(0.7, 1.9, 0.08, 3.9, teal), bar(0, 7.32, 13.333, 0.18, navy)],
      },
      closing: { ...dark, title: coverTitle, decorations: [bar(13.053, 0, 0.28, 7.5, teal), bar(0.7, 4.0, 1.6, 0.06, teal)] },
    },
  };
}

function creativeStyle(): DeckStyle {
  const plum = '3B1D4A';
  const coral = 'F2644B';
  const sun = 'F7B538';
  const light = { background: 'FFF8EF', ink: '33203F', muted: '75617F', align: 'left' } as const;
  const dark = { background: plum, ink: 'FFFFFF', muted: 'F4D9C6', align: 'left' } as const;
  const corner = [disc(12.1, -1.1, 2.2, coral), disc(11.35, -0.55, 1.1, sun)];
  return {
    heading: 'Georgia',
    body: 'Arial',
    accent: coral,
    card: 'FCE9DB',
    border: 'EBCFBB',
    tableHead: { fill: plum, ink: 'FFFFFF' },
    chart: [coral, plum, sun, '2A9D8F', '8E6BBF', 'C98B2B'],
    layouts: {
      cover: {
        ...dark,
        title: coverTitle,
        decorations: [disc(9.2, -1.6, 5.6, coral), disc(11.2, 3.6, 3.6, sun), disc(9.4, 5.6, 1.1, 'FFFFFF', 75)],
      },
      section: {
        background: coral,
        ink: 'FFFFFF',
        muted: 'FFF1E6',
        align: 'left',
        title: { ...coverTitle, size: 38 },
        decorations: [disc(10.3, 4.2, 5, sun), disc(-1.2, -1.6, 3.2, plum, 25)],
      },
      content: { ...light, title: { ...bodyTitle, size: 30 }, decorations: corner },
      'two-columns': { ...light, title: { ...bodyTitle, size: 30 }, decorations: corner },
      quote: {
        ...light,
        background: 'FCE9DB',
        title: { ...bodyTitle, size: 20 },
        decorations: [disc(-1.9, 6.1, 3, coral), disc(11.6, -1.4, 3.2, sun)],
      },
      closing: { ...dark, title: coverTitle, decorations: [disc(-2.2, 5.5, 4.6, coral), disc(10.9, -1.3, 3.6, sun)] },
    },
  };
}

function minimalStyle(): DeckStyle {
  const light = { background: 'FFFFFF', ink: '111111', muted: '6B6B6B', align: 'left' } as const;
  const rule = [bar(0.7, 1.4, 11.933, 0.015, '111111')];
  return {
    heading: 'Arial',
    body: 'Arial',
    accent: '111111',
    card: 'F5F5F5',
    border: 'D4D4D4',
    tableHead: { fill: 'FFFFFF', ink: '111111' },
    chart: ['111111', '7A7A7A', 'BDBDBD', '3D5AFE', '4A4A4A', '9AA7FF'],
    layouts: {
      cover: { ...light, title: { ...coverTitle, size: 48 }, decorations: [bar(0.7, 4.0, 11.933, 0.03, '111111')] },
      section: {
        ...light,
        background: 'F5F5F5',
        title: { ...coverTitle, size: 38 },
        decorations: [bar(0.7, 4.0, 1.2, 0.03, '111111')],
      },
      content: { ...light, title: { ...bodyTitle, size: 26 }, decorations: rule },
      'two-columns': { ...light, title: { ...bodyTitle, size: 26 }, decorations: rule },
      quote: { ...light, title: { ...bodyTitle, size: 20 }, decorations: [] },
      closing: { ...light, title: { ...coverTitle, size: 44 }, decorations: [bar(0.7, 4.0, 1.2, 0.03, '111111')] },
    },
  };
}

export const deckStyles: Readonly<Record<DeckTemplate, DeckStyle>> = {
  business: businessStyle(),
  creative: creativeStyle(),
  minimal: minimalStyle(),
};
