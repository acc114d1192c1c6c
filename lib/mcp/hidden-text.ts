/**
 * Characters that a person does not see and a model reads: tags, zero-width and direction controls, variation
 * selectors beyond those of emoji, and private use.
 * @see https://www.unicode.org/reports/tr36/
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: ranges of single code points, none of them combined
  /[\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}\u{f0000}-\u{10ffff}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{ad}\u{180e}\u{feff}\u{e000}-\u{f8ff}]/gu;

/** How many characters of a text are hidden. */
export function countHidden(text: string): number {
  return text.match(HIDDEN)?.length ?? 0;
}

/** The text as a person sees it. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, '');
}

/** The text with its hidden characters written out, as `⟨U+E0041⟩`. */
export function withHiddenShown(text: string): string {
  return text.replace(HIDDEN, (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}⟩`);
}
