import { readOfficeXml } from '../read-office-xml.ts';
import type { XmlReader } from '../read-xml.ts';
import { XmlTree } from '../xml-tree.ts';
import { mathText } from './math-text.ts';
import { type MergedCell, rowsOfMerged } from './merged-cells.ts';

/** What the shapes of a drawing or a slide hold, in its order. */
export type DrawingPart =
  /** `placeholder`: what the shape is on its slide, as `title`; empty for other shapes. */
  | { readonly kind: 'text'; readonly text: string; readonly placeholder: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'chart' | 'diagram'; readonly id: string }
  | { readonly kind: 'picture' }
  | { readonly kind: 'media'; readonly name: string }
  | { readonly kind: 'object'; readonly name: string };

type Shape = { placeholder: string; description: string; isSilent: boolean; isMedia: boolean };
type Table = { columns: number; readonly rows: MergedCell[][]; cell: MergedCell | undefined };

/** Parts of a drawing of which each says by itself what it is. */
const SHAPE = /^(p|xdr|cdr):(sp|graphicFrame|pic|cxnSp|grpSp)$/;
const MEDIA = /^a:(video|audio|wavAudio|quickTime)File$/;
const FORMULA = /^m:oMath(Para)?$/;

/** Texts, tables, charts, diagrams and pictures of a drawing. Texts say what their shape shows, or its description. */
export function drawingParts(xml: string): DrawingPart[] {
  const reader = new DrawingReader();
  readOfficeXml(xml, reader);
  return reader.parts;
}

class DrawingReader implements XmlReader {
  readonly parts: DrawingPart[] = [];
  readonly #shapes: Shape[] = [];
  #table: Table | undefined;
  #math: XmlTree | undefined;
  #paragraph = '';
  #isText = false;
  /** Texts that programs fill in, as the number of a slide. */
  #isField = false;

  open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (this.#math || FORMULA.test(name)) {
      this.#math ??= new XmlTree();
      this.#math.open(name, attributes);
      return;
    }
    if (SHAPE.test(name)) this.#shapes.push({ placeholder: '', description: '', isSilent: true, isMedia: false });
    this.#openText(name, attributes);
    this.#openDrawn(name, attributes);
  };

  text = (text: string): void => {
    if (this.#math) this.#math.text(text);
    else if (this.#isText && !(this.#isField && this.#isRepeated)) this.#paragraph += text;
  };

  close = (name: string): void => {
    if (this.#math) {
      this.#math.close();
      if (!this.#math.isWhole) return;
      this.#paragraph += mathText(this.#math.root);
      this.#math = undefined;
      return;
    }
    if (name === 'a:t') this.#isText = false;
    else if (name === 'a:fld') this.#isField = false;
    else if (name === 'a:p') this.#endParagraph();
    else if (name === 'a:tc') this.#endCell();
    else if (name === 'a:tbl') this.#endTable();
    else if (SHAPE.test(name)) this.#endShape(name);
  };

  /** Placeholders of numbers, dates, headers and footers. */
  get #isRepeated(): boolean {
    return isRepeated(this.#shapes.at(-1)?.placeholder ?? '');
  }

  #openText(name: string, attributes: Readonly<Record<string, string>>): void {
    const shape = this.#shapes.at(-1);
    if (name === 'p:ph' && shape) shape.placeholder = attributes.type ?? 'body';
    else if (name.endsWith(':cNvPr') && shape) shape.description ||= (attributes.descr || attributes.title || '').trim();
    else if (name === 'a:t') this.#isText = true;
    else if (name === 'a:fld') this.#isField = true;
    else if (name === 'a:br') this.#paragraph += '\n';
    else if (name === 'a:tab') this.#paragraph += ' ';
    else if (name === 'a:tbl') this.#table = { columns: 0, rows: [], cell: undefined };
    else if (name === 'a:gridCol' && this.#table) this.#table.columns++;
    else if (name === 'a:tr') this.#table?.rows.push([]);
    else if (name === 'a:tc' && this.#table) this.#table.cell = cellOf(attributes);
  }

  #openDrawn(name: string, attributes: Readonly<Record<string, string>>): void {
    if ((name === 'c:chart' || name === 'cx:chart') && attributes['r:id'] !== undefined)
      this.#add({ kind: 'chart', id: attributes['r:id'] });
    else if (name === 'dgm:relIds' && attributes['r:dm'] !== undefined) this.#add({ kind: 'diagram', id: attributes['r:dm'] });
    else if (MEDIA.test(name)) this.#addMedia(name.slice('a:'.length, -'File'.length));
    else if (name === 'p:oleObj' || name === 'p:control')
      this.#add({ kind: 'object', name: attributes.progId ?? attributes.name ?? '' });
  }

  /** The picture of a film is its first one. */
  #addMedia(name: string): void {
    const shape = this.#shapes.at(-1);
    if (shape) shape.isMedia = true;
    this.parts.push({ kind: 'media', name });
  }

  #add(part: DrawingPart): void {
    const shape = this.#shapes.at(-1);
    if (shape && part.kind === 'text') shape.isSilent = false;
    this.parts.push(part);
  }

  #endParagraph(): void {
    const text = this.#paragraph.trim();
    this.#paragraph = '';
    if (text === '') return;
    if (this.#table?.cell) this.#table.cell.texts.push(text);
    else this.#add({ kind: 'text', text, placeholder: this.#shapes.at(-1)?.placeholder ?? '' });
  }

  #endCell(): void {
    const { cell, rows } = this.#table ?? {};
    if (!this.#table || !cell) return;
    rows?.at(-1)?.push(cell);
    this.#table.cell = undefined;
  }

  #endTable(): void {
    if (this.#table) this.#add({ kind: 'table', rows: rowsOfMerged(this.#table.rows, this.#table.columns) });
    this.#table = undefined;
  }

  #endShape(name: string): void {
    const shape = this.#shapes.pop();
    if (!shape) return;
    if (name.endsWith(':pic') && !shape.isMedia) this.parts.push({ kind: 'picture' });
    if (shape.isSilent && shape.description !== '') this.parts.push({ kind: 'text', text: shape.description, placeholder: '' });
  }
}

/** Placeholders of numbers, dates, headers and footers, the same on each slide. */
export function isRepeated(placeholder: string): boolean {
  return /^(sldNum|dt|ftr|hdr|sldImg)$/.test(placeholder);
}

function cellOf({ gridSpan, rowSpan, hMerge, vMerge }: Readonly<Record<string, string>>): MergedCell {
  const isTrue = (text: string | undefined) => text === '1' || text === 'true';
  return { texts: [], columns: Number(gridSpan ?? 1), rows: Number(rowSpan ?? 1), isCovered: isTrue(hMerge) || isTrue(vMerge) };
}
