/** `start` up to and without `end`. */
export type RequestedRange = { readonly start: number; readonly end: number };

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The one range that a request asks for; undefined for all of the file, also where the header asks
 * for several ranges or is no range of bytes; null for one that is outside of the file.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
export function readByteRange(header: string | undefined, sizeBytes: number): RequestedRange | undefined | null {
  const [, from, to] = RANGE.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (from === '') return Number(to) === 0 ? null : { start: Math.max(sizeBytes - Number(to), 0), end: sizeBytes };
  const start = Number(from);
  const end = to === '' ? sizeBytes : Math.min(Number(to) + 1, sizeBytes);
  if (start >= sizeBytes) return null;
  // An end before the start is no valid range, which is ignored.
  return end > start ? { start, end } : undefined;
}
