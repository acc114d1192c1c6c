import { all, find, numberIn, type XmlElement } from '../xml-tree.ts';

/** A field: an instruction of Word with the result that it had when the file was saved. */
export class Field {
  instruction = '';
  /** The result follows the instruction; simple fields have it as their content. */
  isInResult: boolean;
  hasResult = false;
  /** Texts between its start and its result, which belong to the document if it never ends. */
  readonly unread: string[] = [];
  form: XmlElement | undefined;
  link: string | undefined;

  constructor(instruction?: string) {
    this.instruction = instruction ?? '';
    this.isInResult = instruction !== undefined;
  }

  /** As `DOCPROPERTY`. */
  get name(): string {
    return (/^\s*(\S+)/.exec(this.instruction)?.[1] ?? '').toUpperCase();
  }
}

/** Fields that print nothing of their own, or only what the document says elsewhere, as page numbers. */
const SILENT = new Set(
  (
    'XE TC TA RD SET PRIVATE PAGE NUMPAGES SECTION SECTIONPAGES PAGEREF NEXT NEXTIF SKIPIF ASK ADVANCE TOC TOA INDEX ' +
    'INCLUDEPICTURE SHAPE EMBED CONTROL FORMTEXT HYPERLINK BIDIOUTLINE PRINT BARCODE DISPLAYBARCODE'
  ).split(' '),
);

/** Where a `HYPERLINK` field leads; undefined for other fields and for places in the document. */
export function linkOf({ name, instruction }: Field): string | undefined {
  if (name !== 'HYPERLINK') return undefined;
  const [, quoted, plain] = /^\s*HYPERLINK\s+(?:"([^"]*)"|(?!\\)(\S+))/i.exec(instruction) ?? [];
  return quoted ?? plain;
}

/** What a field without a result shows; undefined where only Word can say it. */
export function shownBy({ name, instruction, form }: Field): string | undefined {
  const checkBox = find(form, 'w:checkBox');
  if (checkBox) {
    const state = find(checkBox, 'w:checked') ?? find(checkBox, 'w:default');
    return state && !/^(0|false|off)$/.test(state.attributes['w:val'] ?? '') ? '☒' : '☐';
  }
  const choices = find(form, 'w:ddList');
  if (choices) {
    const index = numberIn(find(choices, 'w:result') ?? find(choices, 'w:default'), 'w:val') ?? 0;
    return all(choices, 'w:listEntry')[index]?.attributes['w:val'] ?? '';
  }
  // Its text is in the instruction.
  if (name === 'MACROBUTTON')
    return instruction
      .trim()
      .replace(/^\S+\s+\S+/, '')
      .trim();
  // A formula, written for Word itself.
  if (name === 'EQ') return instruction.trim().slice('EQ'.length).trim();
  return name === '' || SILENT.has(name) ? '' : undefined;
}
