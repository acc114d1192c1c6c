/** Emoji, and letters of the scripts in which a zero-width joiner or non-joiner changes the shape of its neighbours. */
const JOINED = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f[[\p{L}\p{M}]--[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]]]`;

/**
 * Characters that a person does not see and a model reads: tags, zero-width and direction controls, variation
 * selectors beyond those of emoji, and private use.
 * @see https://www.unicode.org/reports/tr36/
 */
const HIDDEN = new RegExp(
  String.raw`(?<!${JOINED})[\u200c\u200d]|[\u200c\u200d](?!${JOINED})|(?![\u200c\u200d\ufe0e\ufe0f])[\p{Default_Ignorable_Code_Point}\u2028\u2029\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}]`,
  'gv',
);

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
