/** Endings of files that become documents; others of a folder are omitted. */
const ENDINGS = /\.(?:pdf|docx|xlsx|csv|tsv|pptx|html?|eml|epub|md|markdown|txt)$/i;

export function isReadable(path: string): boolean {
  return ENDINGS.test(path);
}
