import { find, findDeep, type XmlElement } from '../xml-tree.ts';

/** The colours of a theme by their names in shapes: `accent1`, `tx1`, `bg1`. */
export type Theme = {
  readonly colours: ReadonlyMap<string, string>;
  readonly fonts: { readonly heading: string; readonly body: string };
};

const BLACK = '000000';
const HEX = /^[0-9a-f]{6}$/i;
/** What slides call the colours of a theme, unless their master says otherwise. */
const USUAL_NAMES: Readonly<Record<string, string>> = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' };
const NAMED: Readonly<Record<string, string>> = {
  white: 'FFFFFF',
  black: BLACK,
  red: 'FF0000',
  green: '008000',
  blue: '0000FF',
  gray: '808080',
};

export function readTheme(theme: XmlElement | undefined, map: XmlElement | undefined): Theme {
  const scheme = findDeep(theme, 'a:clrScheme');
  const colours = new Map<string, string>();
  for (const { name, children } of scheme?.children ?? []) {
    const [colour] = children;
    colours.set(name.slice(2), hexOf(colour?.attributes.lastClr ?? colour?.attributes.val) ?? BLACK);
  }
  for (const [name, target] of Object.entries({ ...USUAL_NAMES, ...map?.attributes })) {
    const colour = colours.get(target);
    if (colour !== undefined) colours.set(name, colour);
  }
  const fonts = findDeep(theme, 'a:fontScheme');
  const font = (kind: string) => find(fonts, kind, 'a:latin')?.attributes.typeface || 'Arial';
  return { colours, fonts: { heading: font('a:majorFont'), body: font('a:minorFont') } };
}

export type Colour = { readonly hex: string; readonly opacity: number };

/** The colour inside a fill, a line or a run; of a gradient its first one. Undefined where there is none. */
export function readColour(element: XmlElement | undefined, theme: Theme): Colour | undefined {
  if (!element) return undefined;
  const solid = find(element, 'a:solidFill') ?? find(element, 'a:gradFill', 'a:gsLst', 'a:gs') ?? element;
  const colour = solid.children.find(({ name }) => /^a:(srgb|scheme|sys|prst)Clr$/.test(name));
  if (!colour) return undefined;
  const { val = '', lastClr } = colour.attributes;
  const base =
    colour.name === 'a:schemeClr' ? theme.colours.get(val) : colour.name === 'a:prstClr' ? NAMED[val] : hexOf(lastClr ?? val);
  if (base === undefined) return undefined;
  const share = (name: string) => Number(find(colour, name)?.attributes.val ?? Number.NaN) / 100_000;
  const alpha = share('a:alpha');
  return { hex: modified(base, share), opacity: Number.isFinite(alpha) ? alpha : 1 };
}

function hexOf(text: string | undefined): string | undefined {
  return text !== undefined && HEX.test(text) ? text.toUpperCase() : undefined;
}

/** Lighter and darker variants of a colour; the ways that Office has are close to these. */
function modified(hex: string, share: (name: string) => number): string {
  const [mod, off, shade, tint] = [share('a:lumMod'), share('a:lumOff'), share('a:shade'), share('a:tint')];
  const channels = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const changed = channels.map((channel) => {
    let value = channel;
    if (Number.isFinite(mod)) value *= mod;
    if (Number.isFinite(off)) value += off * 255;
    if (Number.isFinite(shade)) value *= shade;
    if (Number.isFinite(tint)) value = 255 - (255 - value) * tint;
    return Math.round(Math.min(255, Math.max(0, value)));
  });
  return changed
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}
