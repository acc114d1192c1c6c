/**
 * The file name of a `content-disposition` header: that of `filename*` first, which may have any characters.
 * @see https://www.rfc-editor.org/rfc/rfc6266
 */
export function dispositionFileName(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [, encoded] = /(?:^|[;\s])filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header) ?? [];
  if (encoded !== undefined) return percentDecoded(encoded);
  const [, quoted, token] = /(?:^|[;\s])filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|"?([^;"]+))/i.exec(header) ?? [];
  return quoted?.replaceAll(/\\(["\\])/g, '$1') ?? token?.trim();
}

/** The text as it is where it is not percent-encoded UTF-8. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
