/**
 * A PDF file of these objects, the first of which is the catalog; a text becomes the content of an
 * object, and bytes become a stream.
 */
function makePdfFile(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let size = parts[0]?.length ?? 0;
  const write = (part: Buffer) => {
    parts.push(part);
    size += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(size);
    write(Buffer.from(`${index + 1} 0 obj\n`));
    if (typeof object === 'string') write(Buffer.from(object, 'latin1'));
    else write(Buffer.concat([Buffer.from(`<< /Length ${object.length} >>\nstream\n`), object, Buffer.from('\nendstream')]));
    write(Buffer.from('\nendobj\n'));
  }
  const start = size;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  write(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/**
 * A PDF file of one page.
 * @param options `content` draws with the font `/F1`, which is Helvetica or the dictionary `font`;
 * `annotations` are dictionaries; `more` are further objects, from 100 0 R on; `catalog` are entries of it;
 * `pages` are references to its pages, of which 3 0 R is one
 */
export function makePdf({
  content = '',
  font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  annotations = [],
  catalog = '',
  pages = ['3 0 R'],
  more = [],
}: {
  content?: string;
  font?: string;
  annotations?: readonly string[];
  catalog?: string;
  pages?: readonly string[];
  more?: readonly (string | Buffer)[];
}): Buffer {
  const references = annotations.map((_, index) => `${index + 6} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${references}] /DA (/F1 12 Tf 0 g) /DR << /Font << /F1 5 0 R >> >> >> ${catalog} >>`,
    `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${pages.length} >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [${references}] /Resources << /Font << /F1 5 0 R >> >> >>`,
    Buffer.from(content, 'latin1'),
    font,
    ...annotations,
  ];
  const filler = Array.from({ length: Math.max(99 - objects.length, 0) }, () => 'null');
  return makePdfFile(more.length === 0 ? objects : [...objects, ...filler, ...more]);
}
