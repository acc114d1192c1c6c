const UNIT = 1000;

/** Formats a number of bytes: `412 B`, `4.1 kB`, `2.3 MB`. The units are the same in all languages. */
export function formatSize(sizeBytes: number): string {
  if (sizeBytes < UNIT) return `${sizeBytes} B`;
  if (sizeBytes < UNIT * UNIT) return `${(sizeBytes / UNIT).toFixed(1)} kB`;
  return `${(sizeBytes / UNIT / UNIT).toFixed(1)} MB`;
}

/** Formats a part of a number of bytes in the unit of the whole: `['3.1', '9.0 MB']`. */
export function formatPartOfSize(partBytes: number, wholeBytes: number): readonly [string, string] {
  const whole = formatSize(wholeBytes);
  if (wholeBytes < UNIT) return [String(partBytes), whole];
  const unitBytes = wholeBytes < UNIT * UNIT ? UNIT : UNIT * UNIT;
  return [(partBytes / unitBytes).toFixed(1), whole];
}
