import { didYouMean } from '../text/did-you-mean.ts';
import { positionOf } from './expression-error.ts';
import type { FilterArguments } from './filters.ts';
import { pathText } from './read-path.ts';
import { type ExpressionProblem, problemAt, type Reference } from './reference.ts';

/** A path in a tag. `offset` is its position in the template. */
export type PathUse = { readonly offset: number; readonly reference: Reference };

class Unreadable extends Error {
  readonly problem: ExpressionProblem;

  constructor(problem: ExpressionProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * Strict reader of one tag: reports syntax that Liquid ignores (`{{ node. }}`, `{{ a b }}`).
 * Grammar: `operand (| filter (: argument (, argument)*)?)*`; an operand is a path, text, number,
 * true, false, nil or range.
 */
export class TagReader {
  readonly #source: string;
  readonly #end: number;
  #offset: number;
  #lastWasPath = false;

  constructor(source: string, begin: number, end: number) {
    this.#source = source;
    this.#offset = begin;
    this.#end = end;
  }

  /** Runs `read` and returns its problem, if any. */
  attempt(read: (reader: TagReader) => void): ExpressionProblem | undefined {
    try {
      read(this);
      return undefined;
    } catch (error) {
      if (error instanceof Unreadable) return error.problem;
      throw error;
    }
  }

  /** A value with its filters. `isBare`: a single path. */
  value(filters: ReadonlyMap<string, FilterArguments>): { paths: readonly PathUse[]; isBare: boolean } {
    const first = this.#operand();
    const isPath = first.length === 1 && this.#lastWasPath;
    const paths: { path: PathUse; filter: number }[] = first.map((path) => ({ path, filter: 0 }));
    const defaults = new Set<number>();
    let count = 0;
    while (this.#take('|')) {
      count++;
      if (this.#filter(filters, (path) => paths.push({ path, filter: count })) === 'default') defaults.add(count);
    }
    const lastDefault = Math.max(0, ...defaults);
    const chained = paths.filter(({ filter }) => filter === 0 || defaults.has(filter));
    const insteadOf = (filter: number) => chained.filter((one) => one.filter < filter).map(({ path }) => path.reference.root);
    return {
      paths: paths.map(({ path, filter }) => ({
        ...path,
        reference: {
          ...path.reference,
          hasDefault: filter < lastDefault,
          ...(filter > 0 && filter === lastDefault && isPath && { insteadOf: insteadOf(filter) }),
        },
      })),
      isBare: isPath && count === 0,
    };
  }

  /** `name in collection reversed limit: 3 offset: 1` */
  loopHead(): { name: string; paths: readonly PathUse[] } {
    const name = this.name('the name of the loop variable');
    if (!this.#takeWord('in')) this.fail("Expected 'in', as in {% for item in node.items %}");
    const paths = [...this.#operand()];
    for (;;) {
      if (this.#takeWord('reversed')) continue;
      if (!this.#takeWord('limit') && !this.#takeWord('offset')) return { name, paths };
      if (!this.#take(':')) this.fail("Expected ':'");
      paths.push(...this.#operand());
    }
  }

  name(what: string): string {
    this.#skipSpace();
    const found = this.#match(/[A-Za-z][A-Za-z0-9_]*/y);
    return found ?? this.fail(`Expected ${what}`);
  }

  equals(): void {
    if (!this.#take('=')) this.fail("Expected '='");
  }

  /** Fails unless only whitespace remains in the tag. */
  expectEnd(): void {
    this.#skipSpace();
    if (this.#offset < this.#end) this.fail(this.#unexpected());
  }

  fail(message: string, { hint, at = this.#offset }: { hint?: string; at?: number } = {}): never {
    throw new Unreadable(problemAt(this.#source, Math.min(at, this.#end), message, hint));
  }

  #filter(filters: ReadonlyMap<string, FilterArguments>, onPath: (path: PathUse) => void): string {
    this.#skipSpace();
    const begin = this.#offset;
    const name = this.#match(/[A-Za-z_][A-Za-z0-9_]*/y) ?? this.fail('Expected the name of a filter');
    const takes = filters.get(name) ?? this.#unknownFilter(name, begin, filters);
    const count = this.#take(':') ? this.#arguments(name, takes, onPath) : 0;
    if (count > takes.most || count < takes.least) this.fail(argumentProblem(name, takes, count), { at: begin });
    return name;
  }

  /** @returns how many have no name */
  #arguments(filter: string, { named }: FilterArguments, onPath: (path: PathUse) => void): number {
    let count = 0;
    do {
      this.#skipSpace();
      const begin = this.#offset;
      const name = this.#match(/[A-Za-z_][A-Za-z0-9_]*\s*:/y)
        ?.slice(0, -1)
        .trimEnd();
      if (name === undefined) count++;
      else if (!named.includes(name)) this.fail(`The filter '${filter}' has no argument '${name}'`, { at: begin });
      for (const path of this.#operand()) onPath(path);
    } while (this.#take(','));
    return count;
  }

  #unknownFilter(name: string, at: number, filters: ReadonlyMap<string, FilterArguments>): never {
    const meant = didYouMean(name, filters.keys());
    return this.fail(`There is no filter '${name}'`, { at, ...(meant !== undefined && { hint: `Did you mean ${meant}?` }) });
  }

  #operand(): readonly PathUse[] {
    this.#skipSpace();
    this.#lastWasPath = false;
    if (this.#match(/"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/y) !== undefined) return [];
    if (this.#match(/-?\d+(\.\d+)?(?![\w]|\.(?!\.))/y) !== undefined) return [];
    if (this.#match(/(true|false|nil|null)(?![\w.[])/y) !== undefined) return [];
    if (this.#take('(')) return this.#range();
    return [this.#path()];
  }

  #range(): readonly PathUse[] {
    const low = this.#operand();
    if (this.#match(/\s*\.\./y) === undefined) this.fail("Expected '..', as in (1..5)");
    const high = this.#operand();
    if (!this.#take(')')) this.fail("Expected ')'");
    this.#lastWasPath = false;
    return [...low, ...high];
  }

  #path(): PathUse {
    const begin = this.#offset;
    const root = this.#match(/[A-Za-z][A-Za-z0-9_]*/y);
    if (root === undefined) this.fail(begin >= this.#end ? 'Expected a path, as in {{ node.field }}' : this.#unexpected());
    const path: (string | number)[] = [];
    for (let key = this.#key(); key !== undefined; key = this.#key()) path.push(key);
    this.#lastWasPath = true;
    const reference = { root, path, text: pathText(root, path), at: positionOf(this.#source, begin), hasDefault: false };
    return { offset: begin, reference };
  }

  #key(): string | number | undefined {
    const next = this.#offset < this.#end ? this.#source[this.#offset] : undefined;
    if (next === '.') return this.#dotKey();
    if (next === '[') return this.#bracketKey();
    if (next === '-' && /[A-Za-z0-9_]/.test(this.#source[this.#offset + 1] ?? ''))
      this.fail("A name cannot contain '-' here", {
        hint: 'Put a name with other characters in brackets and quotes, as in node["content-type"]',
      });
    return undefined;
  }

  #dotKey(): string | undefined {
    if (this.#source[this.#offset + 1] === '.') return undefined;
    this.#offset++;
    const name = this.#match(/[A-Za-z_][A-Za-z0-9_]*/y);
    if (name !== undefined) return name;
    const digits = /\d+/y.exec(this.#source.slice(this.#offset))?.[0];
    return this.fail("Expected a field name after '.'", digits ? { hint: `Write [${digits}] for an entry of a list` } : {});
  }

  #bracketKey(): string | number {
    this.#offset++;
    const found = this.#match(/\s*(-?\d{1,15}|"[^"\\]*"|'[^'\\]*')\s*\]/y);
    if (found === undefined) this.fail('Expected a number or a quoted name between [ and ], as in [0] or ["content-type"]');
    const key = found.slice(0, -1).trim();
    return /^-?\d/.test(key) ? Number(key) : key.slice(1, -1);
  }

  #unexpected(): string {
    const sign = this.#source[this.#offset] ?? '';
    if (/[=!<>+*/%?]/.test(sign)) return `'${sign}' is not allowed here: write an expression, as in {{= node.count + 1 }}`;
    if (sign === '#') return `'#' is not part of a name: write the id of a node without it, as in {{ start.name }}`;
    if (sign === '$') return `'$' is not part of a name: write the id of a node, as in {{ start.name }}`;
    return `Unexpected '${/^[A-Za-z0-9_]+/.exec(this.#source.slice(this.#offset, this.#end))?.[0] ?? sign}'`;
  }

  #take(sign: string): boolean {
    this.#skipSpace();
    if (this.#offset >= this.#end || !this.#source.startsWith(sign, this.#offset)) return false;
    this.#offset += sign.length;
    return true;
  }

  #takeWord(word: string): boolean {
    this.#skipSpace();
    const begin = this.#offset;
    if (this.#match(/[A-Za-z]+/y) === word) return true;
    this.#offset = begin;
    return false;
  }

  #skipSpace(): void {
    this.#match(/\s+/y);
  }

  /** Consumes a match of `pattern` (sticky) within the tag. */
  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset;
    const found = pattern.exec(this.#source)?.[0];
    if (found === undefined || this.#offset + found.length > this.#end) return undefined;
    this.#offset += found.length;
    return found;
  }
}

function argumentProblem(name: string, { least, most }: FilterArguments, count: number): string {
  if (most === 0) return `The filter '${name}' takes no arguments`;
  if (count > most) return `The filter '${name}' takes at most ${most} arguments, but has ${count}`;
  if (least === 1) return `The filter '${name}' needs an argument`;
  return `The filter '${name}' needs ${least} arguments, but has ${count}`;
}
