import { readOfficeXml } from '../read-office-xml.ts';

/** The texts that cells of a workbook name by their index. Their parts are joined, without how they are spoken. */
export function readSharedStrings(xml: string): string[] {
  const strings: string[] = [];
  const text = new RichText();
  readOfficeXml(xml, {
    open: (name) => {
      if (name === 'si') text.begin();
      else text.open(name);
    },
    text: (part) => text.add(part),
    close: (name) => {
      if (name === 'si') strings.push(text.end());
      else text.close(name);
    },
  });
  return strings;
}

/** Joins the parts of a text with several formats, without how it is spoken. */
export class RichText {
  #text = '';
  #isText = false;
  #isSpoken = false;

  begin(): void {
    this.#text = '';
  }

  open(name: string): void {
    if (name === 'rPh') this.#isSpoken = true;
    if (name === 't') this.#isText = !this.#isSpoken;
  }

  add(part: string): void {
    if (this.#isText) this.#text += part;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isSpoken = false;
    if (name === 't') this.#isText = false;
  }

  end(): string {
    return withoutEscapes(this.#text);
  }
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text
    .replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toWellFormed();
}
