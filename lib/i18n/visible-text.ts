/** Embeddings, overrides and isolates: invisible, but they change the order of displayed text. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text for display with its direction controls written out, as `⟨U+202E⟩`: they make one name read as
 * another. Texts that are edited, copied or sent stay as they are.
 * @see https://www.unicode.org/reports/tr9/
 */
export function visibleText(text: string): string {
  return text.replace(DIRECTION_CONTROLS, (control) => `⟨U+${control.charCodeAt(0).toString(16).toUpperCase()}⟩`);
}
