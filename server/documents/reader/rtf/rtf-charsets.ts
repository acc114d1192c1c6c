/** Charsets of fonts by their number, as code pages. @see RTF specification 1.9.1, \fcharset */
const OF_FONTS: Readonly<Record<number, number>> = {
  77: 10_000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};
const LABELS: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20866: 'koi8-r',
  21866: 'koi8-u',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** The code page of a font; undefined for that of the document. */
export function codePageOfFont(fontCharset: number): number | undefined {
  return OF_FONTS[fontCharset];
}

/** A code page as `TextDecoder` takes it; undefined for those that it does not have, as 437 of DOS. */
export function charsetOfCodePage(codePage: number): string | undefined {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  if (codePage >= 28_591 && codePage <= 28_606) return `iso-8859-${codePage - 28_590}`;
  return LABELS[codePage];
}
