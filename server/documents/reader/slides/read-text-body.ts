import type { PictureParagraph, PictureRun, PictureText } from '#lib/slides/slide-picture.ts';
import { all, find, numberIn, type XmlElement } from '../xml-tree.ts';
import { readColour, type Theme } from './colours.ts';

const EMU_PER_POINT = 12_700;
const DEFAULT_SIZE = 18;
const DEFAULT_INSET = { side: 7.2, top: 3.6 };
const LINE_HEIGHT = 1.2;
/** Characters of fonts with symbols, which browsers do not have. */
const SYMBOL_FONT = /[\ue000-\uf8ff]/;

/** Where a text has its style from when it says nothing itself, the nearest first. */
export type TextStyle = {
  readonly theme: Theme;
  /** Lists of styles by level: `a:lstStyle` of shapes, `p:titleStyle` and the like of a master. */
  readonly lists: readonly (XmlElement | undefined)[];
  readonly bodies: readonly (XmlElement | undefined)[];
  readonly isTitle: boolean;
};

/** Text of a shape or a cell. @returns null where there is none to draw */
export function readTextBody(body: XmlElement | undefined, style: TextStyle): PictureText | null {
  if (!body) return null;
  const own = find(body, 'a:bodyPr');
  const bodies = [own, ...style.bodies];
  const attribute = (name: string) => bodies.map((one) => one?.attributes[name]).find((value) => value !== undefined);
  const inset = (name: string, usual: number) => {
    const value = Number(attribute(name));
    return Number.isFinite(value) && attribute(name) !== undefined ? value / EMU_PER_POINT : usual;
  };
  const scale = (numberIn(find(own, 'a:normAutofit'), 'fontScale') ?? 100_000) / 100_000;
  const anchors: Readonly<Record<string, PictureText['anchor']>> = { t: 'top', ctr: 'middle', b: 'bottom' };
  const chain = [find(body, 'a:lstStyle'), ...style.lists];
  const counters: number[] = [];
  const paragraphs = all(body, 'a:p').map((paragraph) => readParagraph(paragraph, { style, chain, scale, counters }));
  if (paragraphs.every(({ runs }) => runs.every(({ text }) => text.trim() === ''))) return null;
  return {
    anchor: anchors[attribute('anchor') ?? 't'] ?? 'top',
    inset: {
      left: inset('lIns', DEFAULT_INSET.side),
      right: inset('rIns', DEFAULT_INSET.side),
      top: inset('tIns', DEFAULT_INSET.top),
      bottom: inset('bIns', DEFAULT_INSET.top),
    },
    paragraphs,
  };
}

type Reading = {
  readonly style: TextStyle;
  readonly chain: readonly (XmlElement | undefined)[];
  readonly scale: number;
  /** Of numbered lists, by level. */
  readonly counters: number[];
};

function readParagraph(paragraph: XmlElement, { style, chain, scale, counters }: Reading): PictureParagraph {
  const own = find(paragraph, 'a:pPr');
  const level = numberIn(own, 'lvl') ?? 0;
  const inherited = chain.map((list) => find(list, `a:lvl${level + 1}pPr`));
  const levels = [own, ...inherited];
  const first = <T>(read: (one: XmlElement | undefined) => T | undefined) =>
    levels.map(read).find((value) => value !== undefined);
  const runs = paragraph.children.flatMap((run) => readRun(run, { style, inherited, scale, own }));
  const size = runs[0]?.size ?? DEFAULT_SIZE;
  const aligns: Readonly<Record<string, PictureParagraph['align']>> = { l: 'left', ctr: 'center', r: 'right' };
  const bullet = runs.length === 0 ? '' : readBullet(levels, { level, counters });
  const margin = first((one) => numberIn(one, 'marL')) ?? 0;
  const hanging = first((one) => numberIn(one, 'indent')) ?? 0;
  const space = first((one) => spacing(find(one, 'a:spcBef'), size)) ?? 0;
  const after = first((one) => spacing(find(one, 'a:spcAft'), size)) ?? 0;
  const lines = first((one) => numberIn(find(one, 'a:lnSpc', 'a:spcPct'), 'val'));
  return {
    align: aligns[first((one) => one?.attributes.algn) ?? 'l'] ?? 'left',
    bullet,
    indent: Math.max(0, (bullet === '' ? margin + Math.max(0, hanging) : margin) / EMU_PER_POINT),
    // The space after a paragraph is that before the next one, which is what is drawn.
    spaceBefore: Math.max(space, after),
    lineHeight: LINE_HEIGHT * ((lines ?? 100_000) / 100_000),
    level,
    runs,
  };
}

function spacing(element: XmlElement | undefined, size: number): number | undefined {
  const points = numberIn(find(element, 'a:spcPts'), 'val');
  if (points !== undefined) return points / 100;
  const share = numberIn(find(element, 'a:spcPct'), 'val');
  return share === undefined ? undefined : (share / 100_000) * size;
}

function readBullet(
  levels: readonly (XmlElement | undefined)[],
  { level, counters }: { level: number; counters: number[] },
): string {
  for (const one of levels) {
    if (find(one, 'a:buNone')) return '';
    const char = find(one, 'a:buChar')?.attributes.char;
    if (char !== undefined) return SYMBOL_FONT.test(char) ? '•' : char;
    const numbered = find(one, 'a:buAutoNum');
    if (!numbered) continue;
    counters.length = Math.max(counters.length, level + 1);
    counters[level] = (counters[level] ?? (numberIn(numbered, 'startAt') ?? 1) - 1) + 1;
    return `${counters[level]}.`;
  }
  return '';
}

type RunReading = Pick<Reading, 'style' | 'scale'> & {
  readonly inherited: readonly (XmlElement | undefined)[];
  readonly own: XmlElement | undefined;
};

function readRun(run: XmlElement, { style, inherited, scale, own }: RunReading): PictureRun[] {
  if (run.name === 'a:br') return [{ ...plainRun(style), text: '\n' }];
  if (run.name !== 'a:r' && run.name !== 'a:fld') return [];
  const properties = find(run, 'a:rPr');
  const chain = [properties, ...[own, ...inherited].map((one) => find(one, 'a:defRPr'))];
  const attribute = (name: string) => chain.map((one) => one?.attributes[name]).find((value) => value !== undefined);
  const colour = chain.map((one) => readColour(find(one, 'a:solidFill'), style.theme)).find((found) => found !== undefined);
  const font = chain.map((one) => find(one, 'a:latin')?.attributes.typeface).find((name) => name !== undefined && name !== '');
  const size = Number(attribute('sz') ?? Number.NaN) / 100;
  return [
    {
      ...plainRun(style),
      text: find(run, 'a:t')?.text ?? '',
      size: Math.max(1, (Number.isFinite(size) && size > 0 ? size : DEFAULT_SIZE) * scale),
      isBold: /^(1|true)$/.test(attribute('b') ?? ''),
      isItalic: /^(1|true)$/.test(attribute('i') ?? ''),
      ...(colour && { colour: colour.hex }),
      ...(font !== undefined && { font: themeFont(font, style) }),
    },
  ];
}

function plainRun({ theme, isTitle }: TextStyle): PictureRun {
  const font = isTitle ? theme.fonts.heading : theme.fonts.body;
  return { text: '', size: DEFAULT_SIZE, isBold: false, isItalic: false, colour: theme.colours.get('tx1') ?? '000000', font };
}

/** `+mj-lt` is the theme's font of headings. */
function themeFont(name: string, { theme }: TextStyle): string {
  if (name.startsWith('+mj')) return theme.fonts.heading;
  return name.startsWith('+mn') ? theme.fonts.body : name;
}
