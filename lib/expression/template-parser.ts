import { filters } from './filters.ts';
import { CEL_ROOT, ELSE_ROOT, OPTIONAL_ROOT } from './optional-root.ts';
import { type ExpressionProblem, positionAfter, problemAt, type Reference } from './reference.ts';
import { celTagBegin, celTagEnd } from './tag-end.ts';
import { type PathUse, TagReader } from './tag-reader.ts';

/** A part of a template that does not need Liquid: text, or a tag with one path or with CEL. */
export type PlainPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'path'; readonly reference: Reference }
  | { readonly kind: 'cel'; readonly tag: CelTag };

/** A tag `{{= … }}`. */
export type CelTag<Reading extends CelReading = CelReading> = {
  readonly source: string;
  /** Where the source begins in the template. */
  readonly offset: number;
  readonly reading: Reading;
};
export type CelReading = { readonly references: readonly Reference[]; readonly problems: readonly ExpressionProblem[] };

export type ParsedTemplate<Reading extends CelReading = CelReading> = {
  readonly references: readonly Reference[];
  readonly problems: readonly ExpressionProblem[];
  /** The template as plain parts; missing if it has a filter, a `{% %}` tag or whitespace control. */
  readonly plain?: readonly PlainPart[];
  /** The inside of the only tag, if the template is exactly one `{{…}}`. */
  readonly single?: string;
  /** The tags with CEL, as far as a reader for them was given. */
  readonly celTags: readonly CelTag<Reading>[];
  /** The source for Liquid: `OPTIONAL_ROOT` marks paths that may be missing, `CEL_ROOT` tags with CEL. */
  readonly liquidSource: string;
};

/** Problems reported per template; each is an error with its stack. */
const MAX_PROBLEMS = 100;

/**
 * Parses a template without Liquid. Returns its first problems; never throws.
 * @param readCel reads tags with CEL; without it they have no references and no problems
 */
export function parseTemplate<Reading extends CelReading>(
  source: string,
  readCel?: (source: string) => Reading,
): ParsedTemplate<Reading> {
  const parser = new TemplateParser(source, readCel);
  parser.run();
  return parser.result();
}

type Frame = { readonly kind: 'for' | 'capture'; readonly begin: number; readonly locals: readonly string[] };

class TemplateParser<Reading extends CelReading> {
  readonly #source: string;
  readonly #references: Reference[] = [];
  readonly #problems: ExpressionProblem[] = [];
  readonly #parts: PlainPart[] = [];
  readonly #frames: Frame[] = [];
  readonly #assigned = new Set<string>();
  /** How many open loops make a variable of this name. */
  readonly #locals = new Map<string, number>();
  readonly #edits: Edit[] = [];
  readonly #celTags: CelTag<Reading>[] = [];
  readonly #readCel: ((source: string) => Reading) | undefined;
  #isPlain = true;
  #tags = 0;

  constructor(source: string, readCel: ((source: string) => Reading) | undefined) {
    this.#source = source;
    this.#readCel = readCel;
  }

  run(): void {
    let offset = 0;
    while (offset < this.#source.length && this.#problems.length < MAX_PROBLEMS) {
      const begin = nextDelimiter(this.#source, offset);
      if (begin > offset) this.#parts.push({ kind: 'text', text: this.#source.slice(offset, begin) });
      if (begin === this.#source.length) break;
      offset = this.#tag(begin);
    }
    for (const { kind, begin } of this.#frames) this.#report(begin, `{% ${kind} %} is never closed`, `Add {% end${kind} %}`);
  }

  result(): ParsedTemplate<Reading> {
    const isSingle = this.#tags === 1 && this.#parts.every((part) => part.kind !== 'text') && this.#source.startsWith('{{');
    const liquidSource = edited(this.#source, this.#edits);
    return {
      references: this.#references,
      problems: this.#problems,
      ...(this.#isPlain && { plain: this.#parts }),
      ...(isSingle && { single: liquidSource.replace(/^\{\{-?|-?\}\}$/g, '') }),
      celTags: this.#celTags,
      liquidSource,
    };
  }

  /** Reads the tag that starts here; returns the offset after it. */
  #tag(begin: number): number {
    const isOutput = this.#source[begin + 1] === '{';
    const celBegin = celTagBegin(this.#source, begin);
    const end =
      celBegin === undefined ? findEnd(this.#source, begin + 2, isOutput ? '}}' : '%}') : celTagEnd(this.#source, celBegin);
    this.#tags++;
    if (end === undefined) {
      this.#report(begin, `'${isOutput ? '{{' : '{%'}' is never closed`, `Add '${isOutput ? '}}' : '%}'}'`);
      return this.#source.length;
    }
    const trimLeft = this.#source[begin + 2] === '-';
    const trimRight = this.#source[end - 1] === '-' && end - 1 > begin + 2;
    if (trimLeft || trimRight) this.#isPlain = false;
    const inside = { begin: begin + (trimLeft ? 3 : 2), end: trimRight ? end - 1 : end };
    if (celBegin !== undefined) this.#cel({ begin: celBegin, end: inside.end });
    else if (isOutput) this.#output(inside);
    else return this.#block(begin, inside, end + 2);
    return end + 2;
  }

  #output({ begin, end }: Inside): void {
    const problem = new TagReader(this.#source, begin, end).attempt((reader) => {
      const { paths, isBare } = reader.value(filters);
      reader.expectEnd();
      const references = this.#addReferences(paths);
      const [only] = references;
      if (isBare && only) this.#parts.push({ kind: 'path', reference: only });
      else this.#isPlain = false;
    });
    if (problem) this.#problems.push(problem);
  }

  #cel({ begin, end }: Inside): void {
    const source = this.#source.slice(begin, end);
    const reading = this.#readCel?.(source);
    if (!reading) {
      this.#isPlain = false;
      return;
    }
    const tag = { source, offset: begin, reading };
    const at = positionAfter(this.#source, tag);
    this.#problems.push(...reading.problems.map((problem) => ({ ...problem, at: at(problem.at) })));
    const outer = reading.references.filter(({ root }) => !this.#isLocal(root));
    this.#references.push(...outer.map((reference) => ({ ...reference, at: at(reference.at) })));
    this.#edits.push({ from: begin - 1, to: end, text: ` ${CEL_ROOT}[${this.#celTags.length}] ` });
    this.#parts.push({ kind: 'cel', tag });
    this.#celTags.push(tag);
    if (outer.length < reading.references.length) this.#isPlain = false;
  }

  #block(tagBegin: number, { begin, end }: Inside, after: number): number {
    this.#isPlain = false;
    const head = /\s*([A-Za-z]*)/y;
    head.lastIndex = begin;
    const name = head.exec(this.#source)?.[1] ?? '';
    if (name === 'raw' || name === 'comment') return this.#skipTo(`end${name}`, tagBegin, after);
    const reader = new TagReader(this.#source, head.lastIndex, end);
    const problem = reader.attempt(() => this.#readBlock(name, reader, tagBegin));
    if (problem) this.#problems.push(problem);
    return after;
  }

  #readBlock(name: string, reader: TagReader, tagBegin: number): void {
    switch (name) {
      case 'assign': {
        const variable = reader.name('the name of a variable');
        reader.equals();
        const { paths } = reader.value(filters);
        reader.expectEnd();
        this.#addReferences(paths);
        this.#assigned.add(variable);
        return;
      }
      case 'capture': {
        const variable = reader.name('the name of a variable');
        reader.expectEnd();
        this.#assigned.add(variable);
        this.#open({ kind: 'capture', begin: tagBegin, locals: [] });
        return;
      }
      case 'for': {
        const { name: variable, paths } = reader.loopHead();
        reader.expectEnd();
        this.#addReferences(paths);
        this.#open({ kind: 'for', begin: tagBegin, locals: [variable, 'forloop'] });
        return;
      }
      case 'else':
        if (this.#frames.at(-1)?.kind !== 'for') reader.fail('{% else %} belongs inside {% for %}', { at: tagBegin });
        reader.expectEnd();
        return;
      case 'endfor':
      case 'endcapture':
        if (`end${this.#frames.at(-1)?.kind}` !== name) reader.fail(`{% ${name} %} closes nothing`, { at: tagBegin });
        this.#closeLast();
        reader.expectEnd();
        return;
      default:
        reader.fail(`There is no tag '${name}'`, { at: tagBegin, hint: hintForTag(name) });
    }
  }

  /** Content up to the closing tag is not read. */
  #skipTo(closing: string, tagBegin: number, after: number): number {
    const found = new RegExp(`\\{%-?\\s*${closing}\\s*-?%\\}`, 'g');
    found.lastIndex = after;
    const end = found.exec(this.#source);
    // Liquid requires complete tags even inside a comment.
    if (end && closing === 'endcomment') this.#edits.push({ from: after, to: end.index, text: '' });
    if (end) return found.lastIndex;
    this.#report(tagBegin, `{% ${closing.slice(3)} %} is never closed`, `Add {% ${closing} %}`);
    return this.#source.length;
  }

  #addReferences(paths: readonly PathUse[]): readonly Reference[] {
    const outer = paths.filter(({ reference, offset }) => {
      const mark = reference.hasDefault ? OPTIONAL_ROOT : reference.insteadOf ? ELSE_ROOT : undefined;
      if (mark !== undefined) this.#edits.push({ from: offset, to: offset, text: `${mark}.` });
      return !this.#isLocal(reference.root);
    });
    const references = outer.map((path) => path.reference);
    this.#references.push(...references);
    if (outer.length < paths.length) this.#isPlain = false;
    return references;
  }

  #open(frame: Frame): void {
    this.#frames.push(frame);
    for (const name of frame.locals) this.#locals.set(name, (this.#locals.get(name) ?? 0) + 1);
  }

  #closeLast(): void {
    for (const name of this.#frames.pop()?.locals ?? []) this.#locals.set(name, (this.#locals.get(name) ?? 0) - 1);
  }

  #isLocal(name: string): boolean {
    return this.#assigned.has(name) || (this.#locals.get(name) ?? 0) > 0;
  }

  #report(offset: number, message: string, hint: string): void {
    this.#problems.push(problemAt(this.#source, offset, message, hint));
  }
}

/** Offsets between the original source and that for Liquid. */
type Edit = { readonly from: number; readonly to: number; readonly text: string };
type Inside = { readonly begin: number; readonly end: number };

function hintForTag(name: string): string {
  if (/^(els)?if|unless|case|when|end(if|unless|case)$/.test(name))
    return 'Branches are nodes: use a condition or switch node, or the default filter';
  return 'The tags are assign, capture, comment, for and raw';
}

function nextDelimiter(source: string, from: number): number {
  for (let i = source.indexOf('{', from); i !== -1; i = source.indexOf('{', i + 1)) {
    if (source[i + 1] === '{' || source[i + 1] === '%') return i;
  }
  return source.length;
}

/** Offset of the closing delimiter. As in Liquid, delimiters in quotes do not close `{{`, but close `{%`. */
function findEnd(source: string, from: number, closing: '}}' | '%}'): number | undefined {
  if (closing === '%}') return source.includes(closing, from) ? source.indexOf(closing, from) : undefined;
  let quote: string | undefined;
  for (let i = from; i < source.length; i++) {
    const sign = source[i];
    if (quote !== undefined) {
      if (sign === '\\') i++;
      else if (sign === quote) quote = undefined;
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === closing[0] && source[i + 1] === closing[1]) return i;
  }
  return undefined;
}

function edited(source: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { from, to, text } of [...edits].sort((a, b) => a.from - b.from)) {
    result += source.slice(at, from) + text;
    at = to;
  }
  return result + source.slice(at);
}
