const UNIT = 1000;

/** Formats a number of bytes: `412 B`, `4.1 kB`, `2.3 MB`. The units are the same in all languages. */
export function formatSize(sizeBytes: number): string {
  if (sizeBytes < UNIT) return `${sizeBytes} B`;
  if (sizeBytes < UNIT * UNIT) return `${(sizeBytes / UNIT).toFixed(1)} kB`;
  return `${(sizeBytes / UNIT / UNIT).toFixed(1)} MB`;
}
