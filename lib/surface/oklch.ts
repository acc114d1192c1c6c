/** A colour of the OKLab space in polar form: lightness 0 to 1, chroma from 0, hue in degrees. */
export type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number };
type Rgb = readonly [red: number, green: number, blue: number];

const CHROMA_STEP = 0.004;

/**
 * Reads `#rrggbb`.
 * @see https://bottosson.github.io/posts/oklab/ for the matrices
 */
export function oklchOf(color: string): Oklch {
  const [red, green, blue] = rgbOf(color);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI };
}

/** As `#rrggbb`; a colour that a screen cannot show loses chroma until it can, and keeps its lightness and hue. */
export function hexOf({ lightness, chroma, hue }: Oklch): string {
  const rgb = linearOf({ lightness, chroma, hue });
  const isShowable = rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005);
  if (!isShowable && chroma > 0) return hexOf({ lightness, chroma: Math.max(0, chroma - CHROMA_STEP), hue });
  return `#${rgb.map((channel) => byteOf(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast of two colours as `#rrggbb`, 1 to 21, as WCAG 2 defines it. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminanceOf(color: string): number {
  const [red, green, blue] = rgbOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearOf({ lightness, chroma, hue }: Oklch): Rgb {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

/** Channels of linear light, 0 to 1. */
function rgbOf(color: string): Rgb {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function byteOf(channel: number): number {
  const value = channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
  return Math.min(255, Math.max(0, Math.round(value * 255)));
}
