import { all, find, numberIn, type XmlElement } from '../xml-tree.ts';
import { NumberFormat } from './number-format.ts';

const GENERAL = new NumberFormat('General');

/** The formats of numbers that cells name by the index of their style. */
export class CellFormats {
  readonly #ids: readonly number[];
  readonly #codes = new Map<number, string>();
  readonly #formats = new Map<number, NumberFormat>();

  /** @param root of `styles.xml`; undefined where there is none */
  constructor(root: XmlElement | undefined) {
    this.#ids = all(find(root, 'cellXfs'), 'xf').map((xf) => numberIn(xf, 'numFmtId') ?? 0);
    for (const format of all(find(root, 'numFmts'), 'numFmt'))
      this.#codes.set(numberIn(format, 'numFmtId') ?? 0, format.attributes.formatCode ?? '');
  }

  /** @param style as cells name it; the first one when they do not */
  of(style: string | undefined): NumberFormat {
    const id = this.#ids[Number(style ?? 0)];
    if (id === undefined) return GENERAL;
    const known = this.#formats.get(id);
    if (known) return known;
    const code = this.#codes.get(id);
    const format = code === undefined ? NumberFormat.builtIn(id) : new NumberFormat(code);
    this.#formats.set(id, format);
    return format;
  }
}
