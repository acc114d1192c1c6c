import { hex } from 'dingbat-to-unicode';

/** Fonts of symbols have their signs here as well, 61,440 after their own codes. */
const PRIVATE = { from: 0xe000, to: 0xf8ff } as const;

/** The character of a symbol in a font, as ✓ for FC of Wingdings; undefined for one that has none. */
export function symbolText(font: string, code: string): string | undefined {
  const value = Number.parseInt(code, 16);
  if (!Number.isInteger(value) || value <= 0 || value > 0x10ffff) return undefined;
  const known = hex(font, code) ?? hex(font, (value & 0xff).toString(16));
  if (known) return known.string;
  return value >= PRIVATE.from && value <= PRIVATE.to ? undefined : String.fromCodePoint(value);
}
