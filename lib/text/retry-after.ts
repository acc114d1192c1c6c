/**
 * How long a server asks to wait, in milliseconds: its `retry-after` in seconds or as a date (RFC 9110), or
 * `retry-after-ms` of some servers. Undefined without one that can be read.
 * @param nowMs what a date is compared with. @defaultValue the time of the answer by its own `date`
 */
export function readRetryAfter(
  headers: Readonly<Record<string, string>>,
  nowMs = Date.parse(headers.date ?? '') || Date.now(),
): number | undefined {
  const inMs = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (inMs >= 0) return inMs;
  const value = headers['retry-after']?.trim() ?? '';
  if (value === '') return undefined;
  const seconds = Number(value);
  const waitMs = Number.isNaN(seconds) ? Date.parse(value) - nowMs : seconds * 1000;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
