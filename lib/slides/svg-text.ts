// biome-ignore lint/suspicious/noControlCharactersInRegex: searches for these characters
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Without the control characters and halves of characters that XML cannot hold, which models write now and then. */
export function withoutControls(text: string): string {
  return text.toWellFormed().replaceAll(NOT_IN_XML, '');
}

/** A text inside an SVG document, as content or as an attribute. Characters that XML cannot hold are dropped. */
export function escapeXml(text: string): string {
  return withoutControls(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** At most two decimals; zero for what is no number. */
export function num(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 100) / 100) : '0';
}
