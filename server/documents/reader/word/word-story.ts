import type { DocumentWarningCode } from '#lib/documents/document-warning.ts';
import type { HtmlReader } from '#lib/html/read-html.ts';
import { mathText } from '../office/math-text.ts';
import type { XmlReader } from '../read-xml.ts';
import type { Warnings } from '../warnings.ts';
import { find, numberIn, type XmlElement, XmlTree } from '../xml-tree.ts';
import { Recording } from './recording.ts';
import { symbolText } from './symbol-text.ts';
import { Field, linkOf, shownBy } from './word-fields.ts';
import { type ParagraphStart, WordFrame } from './word-frame.ts';
import type { WordNumbering } from './word-numbering.ts';
import { isOn, listOf, outlineOf, type WordStyles } from './word-styles.ts';

/** What the parts of one document share. */
export type WordContext = {
  readonly styles: WordStyles;
  readonly numbering: WordNumbering;
  readonly warnings: Warnings;
  /** Notes that the text has referred to, as `footnote 2`, in its order. */
  readonly notes: string[];
  /** By their ids, as `comment 5`; each is taken out where the text refers to it. */
  readonly comments: Map<string, Recording>;
};

/** What one part refers to, by the ids of its relations. */
export type WordReferences = {
  readonly links: ReadonlyMap<string, string>;
  /** Charts, diagrams and texts in other formats. */
  readonly blocks: ReadonlyMap<string, Recording>;
};

type Attributes = Readonly<Record<string, string>>;
type Drawing = { alternative: string; pictures: number; object: string | undefined };

/** Elements whose content is no text of the document. */
const WITHOUT_TEXT = new Set(
  'w:sdtPr w:sectPr w:tblPr w:tblGrid w:tblPrEx w:fldData w:background w:moveFrom w:delText w:delInstrText w:customXmlPr w:smartTagPr'.split(
    ' ',
  ),
);
/** Elements that are read as a whole when they end. */
const COLLECTED = new Set('w:pPr w:rPr w:tcPr w:trPr w:ffData m:oMath m:oMathPara'.split(' '));
const MAX_PLACE_CHARS = 60;

/** Reads the text of one part of a Word document: its body, a header, its notes. */
export class WordStory implements XmlReader {
  /** Notes and comments of the part: `footnote 2`, `comment 5`. */
  readonly recordings = new Map<string, Recording>();
  readonly #context: WordContext;
  readonly #references: WordReferences;
  readonly #frames: WordFrame[];
  readonly #drawings: Drawing[] = [];
  #place: string;
  #skipped = 0;
  #isRowDeleted = false;
  #tree: XmlTree | undefined;
  /** What the text inside the current element is. */
  #textOf: 'text' | 'instruction' | 'ruby' | undefined;
  #ruby = '';

  /** @param part where it is, for warnings; empty for the body */
  constructor(sink: HtmlReader, context: WordContext, references: WordReferences, part = '') {
    this.#context = context;
    this.#references = references;
    this.#frames = [new WordFrame(sink)];
    this.#place = part;
  }

  open = (name: string, attributes: Attributes): void => {
    // Fields begin and end in deleted text, too.
    if (this.#skipped > 0 && name === 'w:fldChar') this.#fieldMark(attributes['w:fldCharType'] ?? '');
    if (this.#skipped > 0) this.#skipped++;
    else if (this.#tree) this.#tree.open(name, attributes);
    else if (WITHOUT_TEXT.has(name) || (this.#isRowDeleted && name === 'w:tc')) this.#skipped = 1;
    else if (COLLECTED.has(name)) {
      this.#tree = new XmlTree();
      this.#tree.open(name, attributes);
    } else if (Object.hasOwn(this.#opened, name)) this.#opened[name]?.(attributes);
  };

  text = (text: string): void => {
    if (this.#skipped > 0) return;
    if (this.#tree) this.#tree.text(text);
    else if (this.#textOf === 'instruction') this.#addInstruction(text);
    else if (this.#textOf === 'ruby') this.#ruby += text;
    else if (this.#textOf === 'text') this.#say(text);
  };

  close = (name: string): void => {
    if (this.#skipped > 0) this.#skipped--;
    else if (this.#tree) {
      this.#tree.close();
      if (!this.#tree.isWhole) return;
      const { root } = this.#tree;
      this.#tree = undefined;
      this.#collected(root);
    } else if (Object.hasOwn(this.#closed, name)) this.#closed[name]?.();
  };

  /** Ends its last list. */
  finish(): void {
    endOf(this.#frame);
  }

  get #frame(): WordFrame {
    return this.#frames.at(-1) as WordFrame;
  }

  readonly #opened: Readonly<Record<string, (attributes: Attributes) => void>> = {
    'w:p': () => this.#frame.beginParagraph(),
    'a:p': () => this.#frame.beginParagraph(),
    'w:r': () => {
      this.#frame.marks = this.#context.styles.marks(undefined);
    },
    'w:t': () => this.#beginText(),
    'a:t': () => this.#beginText(),
    'w:instrText': () => {
      this.#textOf = 'instruction';
    },
    'w:rt': () => {
      this.#textOf = 'ruby';
    },
    'w:tab': () => this.#say(' '),
    'w:ptab': () => this.#say(' '),
    'w:br': () => this.#frame.lineBreak(),
    'w:cr': () => this.#frame.lineBreak(),
    'a:br': () => this.#frame.lineBreak(),
    'w:noBreakHyphen': () => this.#say('-'),
    'w:sym': (attributes) => this.#symbol(attributes),
    'w:del': () => {
      this.#skipped = 1;
      this.#warn('deleted-text-left-out');
    },
    'w:fldSimple': (attributes) => this.#beginField(attributes['w:instr'] ?? ''),
    'w:fldChar': (attributes) => this.#fieldMark(attributes['w:fldCharType'] ?? ''),
    'w:hyperlink': (attributes) => this.#frame.beginLink(this.#references.links.get(attributes['r:id'] ?? '') ?? '#'),
    'w:footnoteReference': (attributes) => this.#noteReference(`footnote ${attributes['w:id']}`),
    'w:endnoteReference': (attributes) => this.#noteReference(`endnote ${attributes['w:id']}`),
    'w:commentReference': (attributes) => {
      const id = `comment ${attributes['w:id']}`;
      const comment = this.#context.comments.get(id);
      if (comment) this.#frame.comments.push(comment);
      this.#context.comments.delete(id);
    },
    'w:footnote': (attributes) => this.#beginNote('footnote', attributes),
    'w:endnote': (attributes) => this.#beginNote('endnote', attributes),
    'w:comment': (attributes) => this.#beginNote('comment', attributes),
    'w:tbl': () => this.#frame.beginTable(),
    'w:tr': () => this.#frame.beginRow(),
    'w:tc': () => this.#frame.beginCell(),
    'w:txbxContent': () => this.#beginBox(),
    'a:txBody': () => this.#beginBox(),
    'v:textpath': (attributes) => this.#addBox(attributes.string ?? ''),
    'w:drawing': () => this.#beginDrawing(),
    'w:pict': () => this.#beginDrawing(),
    'w:object': () => this.#beginDrawing(),
    'wp:docPr': (attributes) => this.#describe(attributes),
    'pic:cNvPr': (attributes) => this.#describe(attributes),
    'v:shape': (attributes) => this.#describe(attributes),
    'a:blip': () => this.#addPicture(),
    'v:imagedata': () => this.#addPicture(),
    'w:contentPart': () => this.#addPicture(),
    'o:OLEObject': (attributes) => this.#addObject(attributes.ProgID),
    'w:control': (attributes) => this.#addObject(attributes['w:name']),
    'c:chart': (attributes) => this.#addBlock(attributes['r:id'], 'chart'),
    'cx:chart': (attributes) => this.#addBlock(attributes['r:id'], 'chart'),
    'dgm:relIds': (attributes) => this.#addBlock(attributes['r:dm'], 'diagram'),
    'w:altChunk': (attributes) => {
      this.#frame.endParagraph();
      this.#addBlock(attributes['r:id'], 'part in another format');
    },
    'w:subDoc': () => this.#warn('text-not-read', 'a document that it links to'),
  };

  readonly #closed: Readonly<Record<string, () => void>> = {
    'w:p': () => this.#endParagraph(),
    'a:p': () => this.#endParagraph(),
    'w:t': () => this.#endText(),
    'a:t': () => this.#endText(),
    'w:instrText': () => {
      this.#textOf = undefined;
    },
    'w:rt': () => {
      this.#textOf = undefined;
    },
    'w:ruby': () => {
      if (this.#ruby !== '') this.#say(`(${this.#ruby})`);
      this.#ruby = '';
    },
    'w:fldSimple': () => this.#endField(),
    'w:hyperlink': () => this.#frame.endLink(),
    'w:tc': () => this.#frame.endCell(),
    'w:tr': () => {
      this.#isRowDeleted = false;
      this.#frame.endRow();
    },
    'w:tbl': () => this.#frame.endTable(),
    'w:drawing': () => this.#endDrawing(),
    'w:pict': () => this.#endDrawing(),
    'w:object': () => this.#endDrawing(),
    'w:altChunk': () => void this.#frame.endParagraph(),
    'w:txbxContent': () => this.#endFrame(),
    'a:txBody': () => this.#endFrame(),
    'w:footnote': () => this.#endFrame(),
    'w:endnote': () => this.#endFrame(),
    'w:comment': () => this.#endFrame(),
  };

  #beginText(): void {
    if (this.#textOf !== 'ruby') this.#textOf = 'text';
  }

  #endText(): void {
    if (this.#textOf === 'text') this.#textOf = undefined;
  }

  #beginDrawing(): void {
    this.#drawings.push({ alternative: '', pictures: 0, object: undefined });
  }

  #describe({ descr, alt, title }: Attributes): void {
    const drawing = this.#drawings.at(-1);
    if (drawing) drawing.alternative ||= (descr || alt || title || '').trim();
  }

  #addPicture(): void {
    const drawing = this.#drawings.at(-1);
    if (drawing) drawing.pictures++;
    else this.#warn('pictures-not-read');
  }

  #addObject(name = ''): void {
    const drawing = this.#drawings.at(-1);
    if (drawing) drawing.object = name;
  }

  #endFrame(): void {
    if (this.#frames.length > 1) endOf(this.#frames.pop());
  }

  #collected(root: XmlElement): void {
    const frame = this.#frame;
    const count = (name: string) => numberIn(find(root, name), 'w:val') ?? 0;
    const field = frame.fields.at(-1);
    if (root.name === 'w:pPr') this.#startParagraph(root);
    else if (root.name === 'w:rPr') frame.marks = this.#marksOf(root);
    else if (root.name === 'w:tcPr') frame.setSpan(count('w:gridSpan'));
    else if (root.name === 'w:trPr') {
      this.#isRowDeleted = find(root, 'w:del') !== undefined;
      if (this.#isRowDeleted) this.#warn('deleted-text-left-out');
      else frame.setRow({ before: count('w:gridBefore'), after: count('w:gridAfter') });
    } else if (root.name !== 'w:ffData') this.#say(mathText(root));
    else if (field) field.form = root;
  }

  #startParagraph(properties: XmlElement): void {
    const frame = this.#frame;
    const mark = find(properties, 'w:rPr');
    const isJoined = find(mark, 'w:del') !== undefined || find(mark, 'w:moveFrom') !== undefined;
    if (!frame.isBegun) frame.start = this.#startOf(properties, isJoined);
    frame.isJoined = isJoined;
  }

  #startOf(properties: XmlElement, isJoined: boolean): ParagraphStart {
    const { styles, numbering } = this.#context;
    const styleId = find(properties, 'w:pStyle')?.attributes['w:val'];
    const level = styles.headingLevel(styleId, outlineOf(properties));
    const own = listOf(properties);
    const place = own ?? styles.list(styleId);
    const mark = place && !isJoined ? numbering.next({ ...place, level: own?.level ?? place.level }, styleId) : undefined;
    if (level !== undefined) return { block: { kind: 'heading', level }, label: mark?.label ?? '' };
    if (!mark) return { block: { kind: 'paragraph' }, label: '' };
    return { block: { kind: 'item', ...mark }, label: mark.value === undefined ? mark.label : '' };
  }

  #endParagraph(): void {
    if (this.#frame.isJoined) return;
    const heading = this.#frame.endParagraph()?.trim();
    if (heading && this.#frames.length === 1) this.#place = `section ${heading.slice(0, MAX_PLACE_CHARS).toWellFormed()}`;
  }

  #marksOf(properties: XmlElement): WordFrame['marks'] {
    const style = this.#context.styles.marks(find(properties, 'w:rStyle')?.attributes['w:val']);
    return {
      isBold: isOn(find(properties, 'w:b')) ?? style.isBold,
      isItalic: isOn(find(properties, 'w:i')) ?? style.isItalic,
      isStruck: isOn(find(properties, 'w:strike')) ?? style.isStruck,
    };
  }

  /** Instructions of fields are no text, nor is the result of a field inside of one. */
  #say(text: string): void {
    const { fields } = this.#frame;
    const open = fields.find(({ isInResult }) => !isInResult);
    open?.unread.push(text);
    if (text === '' || open) return;
    for (const field of fields) field.hasResult = true;
    this.#frame.say(text);
  }

  #symbol(attributes: Attributes): void {
    const font = attributes['w:font'] ?? '';
    const text = symbolText(font, attributes['w:char'] ?? '');
    if (text === undefined) this.#warn('symbols-not-read', font);
    else this.#say(text);
  }

  #beginField(instruction?: string): void {
    const field = new Field(instruction);
    this.#frame.fields.push(field);
    if (instruction !== undefined) this.#beginResult(field);
  }

  #beginResult(field: Field): void {
    field.isInResult = true;
    field.link = linkOf(field);
    if (field.link !== undefined && this.#frame.fields.every(({ isInResult }) => isInResult)) this.#frame.beginLink(field.link);
    else field.link = undefined;
  }

  #fieldMark(type: string): void {
    const field = this.#frame.fields.at(-1);
    if (type === 'begin') this.#beginField();
    else if (type === 'separate' && field) this.#beginResult(field);
    else if (type === 'end') this.#endField();
  }

  #addInstruction(text: string): void {
    const field = this.#frame.fields.at(-1);
    if (field && !field.isInResult) field.instruction += text;
  }

  #endField(): void {
    const field = this.#frame.fields.pop();
    if (!field) return;
    if (field.link !== undefined) this.#frame.endLink();
    if (field.hasResult) return;
    const shown = shownBy(field);
    if (shown === undefined) this.#warn('fields-without-result', field.name);
    else this.#say(shown);
  }

  #noteReference(note: string): void {
    const { notes } = this.#context;
    if (!notes.includes(note)) notes.push(note);
    this.#say(`[${notes.indexOf(note) + 1}]`);
  }

  #beginNote(kind: string, attributes: Attributes): void {
    if (/separator|continuation/i.test(attributes['w:type'] ?? '')) {
      this.#skipped = 1;
      return;
    }
    const id = `${kind} ${attributes['w:id'] ?? ''}`;
    const author = (attributes['w:author'] ?? '').trim();
    const number = this.#context.notes.indexOf(id) + 1;
    const prefix = kind === 'comment' ? `Comment${author === '' ? '' : ` by ${author}`}:` : `[${number}]`;
    const recording = new Recording();
    if (kind === 'comment' || number > 0) this.recordings.set(id, recording);
    this.#frames.push(new WordFrame(recording, prefix));
  }

  #beginBox(): void {
    const box = new Recording();
    this.#frame.boxes.push(box);
    this.#frames.push(new WordFrame(box));
  }

  #addBox(text: string): void {
    if (text.trim() === '') return;
    const box = new Recording();
    const frame = new WordFrame(box);
    frame.say(text);
    frame.end();
    this.#frame.boxes.push(box);
  }

  #addBlock(id: string | undefined, what: string): void {
    const block = this.#references.blocks.get(id ?? '');
    if (block) this.#frame.boxes.push(block);
    else this.#warn('text-not-read', what);
  }

  #endDrawing(): void {
    const drawing = this.#drawings.pop();
    if (!drawing) return;
    const { alternative, pictures, object } = drawing;
    if (object !== undefined) this.#warn('objects-not-read', object);
    else if (pictures > 0) this.#warn('pictures-not-read', '', pictures);
    if (alternative !== '') this.#say(` ${alternative} `);
  }

  #warn(code: DocumentWarningCode, detail = '', count = 1): void {
    this.#context.warnings.add(code, { place: this.#place, detail, count });
  }
}

/** A field without an end has taken the text behind it. */
function endOf(frame: WordFrame | undefined): void {
  const unread = frame?.fields.flatMap((field) => field.unread).join('') ?? '';
  if (unread.trim() !== '') {
    frame?.beginParagraph();
    frame?.say(unread);
  }
  frame?.end();
}
