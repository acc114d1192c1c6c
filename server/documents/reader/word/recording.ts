import type { HtmlReader } from '#lib/html/read-html.ts';

type Part =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

/** Keeps parts of a document for a later place. */
export class Recording implements HtmlReader {
  readonly #parts: Part[] = [];

  /** All text of it, without its structure. */
  get plain(): string {
    return this.#parts
      .map((part) => (part.kind === 'text' ? part.text : ' '))
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.#parts.push({ kind: 'open', name, attributes });
  }

  close(name: string): void {
    this.#parts.push({ kind: 'close', name });
  }

  text(text: string): void {
    this.#parts.push({ kind: 'text', text });
  }

  playTo(reader: HtmlReader): void {
    for (const part of this.#parts) {
      if (part.kind === 'open') reader.open(part.name, part.attributes);
      else if (part.kind === 'close') reader.close(part.name);
      else reader.text(part.text);
    }
  }
}
