import type { Warnings } from '../warnings.ts';
import { Field, shownBy } from '../word/word-fields.ts';
import { charsetOfCodePage, codePageOfFont } from './rtf-charsets.ts';
import { RtfFlow } from './rtf-flow.ts';
import { rtfTokens } from './rtf-tokens.ts';

type RtfDocument = { readonly html: string; readonly facts: Readonly<Record<string, string>> };

/** What the text of a group is for. A skipped one may have parts that are read. */
type Destination = 'text' | 'skipped' | 'ignored' | 'instruction' | 'fonts' | 'styles' | 'info' | 'fact';

type Group = {
  destination: Destination;
  /** Of a fact. */
  fact: string;
  flow: RtfFlow;
  /** True for the group whose end is that of its flow. */
  ownsFlow: boolean;
  /** The field that it is a part of. */
  field: Field | undefined;
  font: number | undefined;
  /** Characters to skip after a Unicode one. */
  skipsAfterUnicode: number;
  isBold: boolean;
  isItalic: boolean;
  isHidden: boolean;
  isInTable: boolean;
  outlineLevel: number | undefined;
};

/** Destinations of text that old programs ignore. */
const READ = new Set(['ud', 'moMath']);
/** Parts of their own, read after the text. */
const ASIDE = new Set(
  'footnote annotation header headerl headerr headerf footer footerl footerr footerf shptxt dptxbxtext'.split(' '),
);
const SKIPPED = new Set(['shpinst', 'do', 'upr']);
const IGNORED = new Set('colortbl filetbl shprslt nonshppict xe tc rxe private template mmathPict datafield'.split(' '));
const FACTS: Readonly<Record<string, string>> = { title: 'title', author: 'author', subject: 'subject', keywords: 'keywords' };
const CHARACTERS: Readonly<Record<string, string>> = {
  tab: '\t',
  emdash: '—',
  endash: '–',
  emspace: '\u2003',
  enspace: '\u2002',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  nestcell: '\t',
};
const SYMBOLS: Readonly<Record<string, string>> = { '~': '\u00a0', _: '\u2011' };
const WITH_TEXT = new Set<Destination>(['text', 'fact', 'styles', 'instruction']);
const DEFAULT_CODE_PAGE = 1252;
const MAX_DEPTH = 5000;

/**
 * The text of an RTF file as HTML: paragraphs, headings, bold and italic text, tables; headers, footers,
 * footnotes, comments and text boxes. Counts the pictures and hidden texts that it leaves out.
 */
export function rtfToHtml(source: string, warnings: Warnings): RtfDocument {
  return new RtfReader(warnings).read(source);
}

class RtfReader {
  readonly #warnings: Warnings;
  readonly #body = new RtfFlow();
  readonly #asides: string[] = [];
  readonly #facts: Record<string, string> = {};
  readonly #codePages = new Map<number, number>();
  readonly #outlineLevels = new Map<number, number>();
  readonly #groups: Group[] = [];
  #group: Group;
  #defaultCodePage = DEFAULT_CODE_PAGE;
  #defaultFont = 0;
  /** Bytes of the text so far, which may be half of a character. */
  #bytes = '';
  #toSkip = 0;
  #isStarred = false;
  /** Of the font or style that is being defined. */
  #defined = 0;
  #hasObject = false;

  constructor(warnings: Warnings) {
    this.#warnings = warnings;
    this.#group = {
      destination: 'text',
      fact: '',
      flow: this.#body,
      ownsFlow: false,
      field: undefined,
      font: undefined,
      skipsAfterUnicode: 1,
      isBold: false,
      isItalic: false,
      isHidden: false,
      isInTable: false,
      outlineLevel: undefined,
    };
  }

  read(source: string): RtfDocument {
    for (const token of rtfTokens(source)) {
      if (token.kind === 'bytes') this.#addBytes(token.bytes);
      else {
        this.#flush();
        if (token.kind === 'open') this.#open();
        if (token.kind === 'close') this.#close();
        if (token.kind === 'symbol') this.#symbol(token.symbol);
        if (token.kind === 'word') this.#word(token.word, token.parameter);
      }
    }
    this.#flush();
    if (this.#groups.length > 0) this.#warnings.add('file-incomplete');
    while (this.#groups.length > 0) this.#close();
    if (this.#hasObject) this.#warnings.add('objects-not-read', { detail: 'OLE' });
    return { html: [this.#body.finish(), ...this.#asides].join('\n'), facts: this.#facts };
  }

  #open(): void {
    this.#toSkip = 0;
    this.#groups.push(this.#group);
    if (this.#groups.length < MAX_DEPTH) this.#group = { ...this.#group, ownsFlow: false };
  }

  #close(): void {
    this.#toSkip = 0;
    this.#isStarred = false;
    const before = this.#groups.pop();
    if (!before) return;
    const { field } = this.#group;
    if (field && field !== before.field) this.#endField(field);
    if (this.#group.ownsFlow && before !== this.#group) this.#asides.push(this.#group.flow.finish());
    this.#group = before;
  }

  /** A field that was never computed shows what its instruction says, if that says it. */
  #endField(field: Field): void {
    if (field.hasResult) return;
    const shown = shownBy(field);
    if (shown === undefined) this.#warnings.add('fields-without-result', { detail: field.name });
    else if (shown !== '') this.#write(shown);
  }

  #symbol(symbol: string): void {
    if (symbol === '*') this.#isStarred = true;
    else if (symbol === '\r' || symbol === '\n') this.#endParagraph();
    else if (Object.hasOwn(SYMBOLS, symbol)) this.#write(SYMBOLS[symbol] as string);
  }

  #word(word: string, parameter: number): void {
    const isStarred = this.#isStarred;
    this.#isStarred = false;
    if (this.#enter(word, { isStarred })) return;
    const { destination } = this.#group;
    if (destination === 'fonts') this.#defineFont(word, parameter);
    else if (destination === 'styles') this.#defineStyle(word, parameter);
    else this.#format(word, parameter);
  }

  /** @returns true if the word begins a destination */
  #enter(word: string, { isStarred }: { isStarred: boolean }): boolean {
    const group = this.#group;
    const { destination } = group;
    if (destination === 'ignored') return true;
    if (destination === 'info') {
      if (!Object.hasOwn(FACTS, word)) return true;
      Object.assign(group, { destination: 'fact', fact: FACTS[word] });
      this.#facts[group.fact] = '';
      return true;
    }
    if (destination === 'instruction' && IGNORED.has(word)) group.destination = 'ignored';
    if (destination !== 'text' && destination !== 'skipped') return false;
    if (this.#enterField(word)) return true;
    if (READ.has(word)) group.destination = 'text';
    else if (ASIDE.has(word)) {
      Object.assign(group, {
        flow: new RtfFlow(),
        ownsFlow: true,
        destination: 'text',
        isInTable: false,
        outlineLevel: undefined,
      });
    } else if (SKIPPED.has(word)) group.destination = 'skipped';
    else if (IGNORED.has(word)) group.destination = 'ignored';
    else if (word === 'pict') {
      this.#warnings.add('pictures-not-read');
      group.destination = 'ignored';
    } else if (word === 'fonttbl') group.destination = 'fonts';
    else if (word === 'stylesheet') group.destination = 'styles';
    else if (word === 'info') group.destination = 'info';
    else if (isStarred && word !== 'shppict') group.destination = 'ignored';
    else {
      this.#hasObject ||= word === 'object';
      return destination === 'skipped';
    }
    return true;
  }

  #enterField(word: string): boolean {
    const group = this.#group;
    if (word === 'field' && group.destination === 'text') group.field = new Field();
    else if (word === 'fldinst') group.destination = 'instruction';
    else if (word === 'fldrslt' && group.field) group.field.hasResult = true;
    else return false;
    return true;
  }

  #defineFont(word: string, parameter: number): void {
    if (word === 'f') this.#defined = parameter;
    const codePage = word === 'cpg' ? parameter : word === 'fcharset' ? codePageOfFont(parameter) : undefined;
    if (codePage !== undefined) this.#codePages.set(this.#defined, codePage);
  }

  #defineStyle(word: string, parameter: number): void {
    if (word === 's') this.#defined = parameter;
    if (word === 'outlinelevel') this.#outlineLevels.set(this.#defined, parameter);
  }

  /** Some programs only name a heading by its style. */
  #nameStyle(name: string): void {
    const [, level] = /^\s*heading ([1-9])\b/i.exec(name) ?? [];
    if (level !== undefined && !this.#outlineLevels.has(this.#defined)) this.#outlineLevels.set(this.#defined, Number(level) - 1);
  }

  #format(word: string, parameter: number): void {
    const group = this.#group;
    const isOn = parameter !== 0;
    if (word === 'par' || word === 'sect' || word === 'page') this.#endParagraph();
    else if (word === 'line' || word === 'nestrow') this.#inFlow((flow) => flow.lineBreak());
    else if (word === 'cell') this.#inFlow((flow) => flow.endCell());
    else if (word === 'row') this.#inFlow((flow) => flow.endRow());
    else if (word === 'u') this.#writeUnicode(parameter);
    else if (word === 'uc') group.skipsAfterUnicode = Math.max(parameter || 0, 0);
    else if (word === 'ansicpg') this.#defaultCodePage = parameter;
    else if (word === 'mac') this.#defaultCodePage = 10_000;
    else if (word === 'pc') this.#defaultCodePage = 437;
    else if (word === 'pca') this.#defaultCodePage = 850;
    else if (word === 'deff') this.#defaultFont = parameter;
    else if (word === 'f') group.font = parameter;
    else if (word === 'b') group.isBold = isOn;
    else if (word === 'i') group.isItalic = isOn;
    else if (word === 'v') group.isHidden = isOn;
    else if (word === 'plain') Object.assign(group, { isBold: false, isItalic: false, isHidden: false, font: undefined });
    else if (word === 'pard') Object.assign(group, { isInTable: false, outlineLevel: undefined });
    else if (word === 'intbl') group.isInTable = true;
    else if (word === 's') group.outlineLevel = this.#outlineLevels.get(parameter);
    else if (word === 'outlinelevel') group.outlineLevel = parameter <= 8 ? parameter : undefined;
    else if (Object.hasOwn(CHARACTERS, word)) this.#write(CHARACTERS[word] as string);
  }

  #endParagraph(): void {
    const { isInTable, outlineLevel } = this.#group;
    this.#inFlow((flow) => flow.endParagraph({ isInCell: isInTable, outlineLevel }));
  }

  #inFlow(act: (flow: RtfFlow) => void): void {
    if (this.#group.destination === 'text') act(this.#group.flow);
  }

  /** Negative numbers are those above 32767. */
  #writeUnicode(parameter: number): void {
    if (Number.isNaN(parameter)) return;
    this.#write(String.fromCharCode(parameter & 0xffff));
    this.#toSkip = this.#group.skipsAfterUnicode;
  }

  #addBytes(bytes: string): void {
    const skipped = Math.min(this.#toSkip, bytes.length);
    this.#toSkip -= skipped;
    const { destination } = this.#group;
    // Some programs write zeros after the last group.
    if (WITH_TEXT.has(destination) && this.#groups.length > 0) this.#bytes += bytes.slice(skipped);
  }

  #flush(): void {
    if (this.#bytes === '') return;
    const bytes = Buffer.from(this.#bytes, 'latin1');
    this.#bytes = '';
    this.#write(this.#decode(bytes));
  }

  #decode(bytes: Buffer): string {
    const codePage = this.#codePages.get(this.#group.font ?? this.#defaultFont) ?? this.#defaultCodePage;
    const charset = charsetOfCodePage(codePage);
    if (charset === undefined && bytes.some((byte) => byte >= 0x80))
      this.#warnings.add('charset-guessed', { detail: `windows-1252 for code page ${codePage}` });
    const text = new TextDecoder(charset ?? 'windows-1252').decode(bytes);
    const damaged = text.split('\ufffd').length - 1;
    if (damaged > 0) this.#warnings.add('characters-damaged', { count: damaged });
    return text;
  }

  #write(text: string): void {
    const { destination, fact, flow, isBold, isItalic, isHidden } = this.#group;
    if (destination === 'styles') this.#nameStyle(text);
    if (destination === 'fact') this.#facts[fact] = (this.#facts[fact] ?? '') + text;
    if (destination === 'instruction' && this.#group.field) this.#group.field.instruction += text;
    if (destination !== 'text') return;
    if (!isHidden) flow.text(text, { isBold, isItalic });
    else if (text.trim() !== '') this.#warnings.add('hidden-text-not-read');
  }
}
