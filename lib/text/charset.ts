/** True for each name of a charset that texts can be decoded with. */
export function isCharset(label: string | undefined): label is string {
  if (label === undefined) return false;
  try {
    return Boolean(new TextDecoder(label));
  } catch {
    return false;
  }
}
