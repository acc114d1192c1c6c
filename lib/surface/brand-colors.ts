import { contrastOf, hexOf, type Oklch, oklchOf } from './oklch.ts';

/** Colours of one theme, as `#rrggbb`. */
export type BrandColors = {
  /** Ground of the main button and of the launcher. */
  readonly solid: string;
  readonly solidHover: string;
  /** White or black, whichever reads better on `solid`. */
  readonly onSolid: string;
  /** Text, icons and focus. */
  readonly ink: string;
  /** The visitor's message and the ground of icons. */
  readonly tint: string;
  /** Source chips and a button that is off. */
  readonly chip: string;
  /** Borders of what is hovered. */
  readonly line: string;
};

/** Grounds of a page on which `ink` is read; the tokens of the same names. */
export const pageGrounds = { light: ['#fafaf8', '#ffffff', '#f1f1ed'], dark: ['#1c1d20', '#242529', '#151619'] } as const;

/** What WCAG 2 asks of text. */
export const MIN_CONTRAST = 4.5;
const LIGHTNESS_STEP = 0.01;

/** The colours of both themes that follow from the one colour of a brand. Lightness is fixed, so any colour reads. */
export function brandColors(brand: string): Readonly<Record<'light' | 'dark', BrandColors>> {
  const { lightness, chroma, hue } = oklchOf(brand);
  const at = (level: number, strength: number) => hexOf({ lightness: level, chroma: strength, hue });
  const light = { tint: at(0.955, Math.min(chroma * 0.19, 0.02)), chip: at(0.92, Math.min(chroma * 0.32, 0.038)) };
  const dark = { tint: at(0.3, Math.min(chroma * 0.38, 0.045)), chip: at(0.35, Math.min(chroma * 0.52, 0.06)) };
  return {
    light: {
      ...solidOf({ lightness, chroma, hue }),
      ...light,
      ink: readable({ lightness: Math.min(lightness, 0.46), chroma, hue }, [...pageGrounds.light, light.tint, light.chip], -1),
      line: at(0.76, chroma * 0.6),
    },
    dark: {
      ...solidOf({ lightness: Math.max(lightness, 0.53), chroma, hue }),
      ...dark,
      ink: readable({ lightness: 0.82, chroma: chroma * 1.05, hue }, [...pageGrounds.dark, dark.tint, dark.chip], 1),
      line: at(0.5, chroma * 0.6),
    },
  };
}

function solidOf(color: Oklch): Pick<BrandColors, 'solid' | 'solidHover' | 'onSolid'> {
  const solid = hexOf(color);
  const onSolid = contrastOf(solid, '#ffffff') >= contrastOf(solid, '#000000') ? '#ffffff' : '#000000';
  // Away from the text on it.
  const lightness = onSolid === '#ffffff' ? color.lightness * 0.88 : color.lightness + (1 - color.lightness) * 0.25;
  return { solid, onSolid, solidHover: hexOf({ ...color, lightness }) };
}

/** The colour, darker or lighter until it reads on all grounds. */
function readable(color: Oklch, grounds: readonly string[], direction: -1 | 1): string {
  let lightness = color.lightness;
  let shown = hexOf({ ...color, lightness });
  while (grounds.some((ground) => contrastOf(shown, ground) < MIN_CONTRAST) && lightness > 0 && lightness < 1) {
    lightness += direction * LIGHTNESS_STEP;
    shown = hexOf({ ...color, lightness });
  }
  return shown;
}
