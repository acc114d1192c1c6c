import type { ASTNode } from '@marcbachmann/cel-js';
import { didYouMean } from '../text/did-you-mean.ts';
import { ownName } from './body-names.ts';
import { positionOf } from './expression-error.ts';
import { pathText } from './read-path.ts';
import { type ExpressionProblem, problemAt, type Reference } from './reference.ts';

/**
 * Functions of CEL that cannot be overridden: `matches` uses the backtracking RegExp, `join` takes
 * texts only. Calls are renamed to our own functions; the names have the same length.
 */
export const RENAMED: Readonly<Record<string, string>> = { matches: 'matcheS', join: 'joiN' };
/** The name as written. */
export function originalName(name: string): string {
  return Object.keys(RENAMED).find((key) => RENAMED[key] === name) ?? name;
}

const MACROS = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);
const TYPE_NAMES = new Set([
  'int',
  'uint',
  'double',
  'bool',
  'string',
  'bytes',
  'list',
  'map',
  'null_type',
  'type',
  'dyn',
  'optional_type',
]);
const NAMESPACES = new Set(['cel', 'optional', 'math', 'strings', 'google']);
const MAX_NESTED_MACROS = 4;

type CelReading = {
  readonly references: readonly Reference[];
  readonly problems: readonly ExpressionProblem[];
  /** It calls `now()`. */
  readonly usesMoment: boolean;
};

/** The references of a parsed CEL source, unknown functions, and parts of it that could take more than linear time. */
export function readCel(ast: ASTNode, source: string, functions: KnownFunctions): CelReading {
  const reader = new CelReader(source, functions);
  reader.walk(ast, []);
  return { references: markGuarded(reader.references), problems: reader.problems, usesMoment: reader.usesMoment };
}

/** A name that CEL has for a type or a namespace, and a node may have as its id. */
export function isTypeName(name: string): boolean {
  return TYPE_NAMES.has(name) || NAMESPACES.has(name);
}

/** `a.b["c"][0]` as root and constant keys; undefined if the chain does not start at a name. */
export function chainOf(node: ASTNode): Chain | undefined {
  switch (node.op) {
    case 'id':
      return { root: ownName(node.args), rootNode: node, path: [], isOptional: false, isCut: false, dynamic: [] };
    case '.':
    case '.?': {
      const chain = chainOf(node.args[0]);
      return chain && grow(chain, node.args[1], node.op === '.?');
    }
    case '[]':
    case '[?]': {
      const chain = chainOf(node.args[0]);
      return chain && grow(chain, node.args[1], node.op === '[?]');
    }
    default:
      return undefined;
  }
}

type Chain = {
  readonly root: string;
  readonly rootNode: ASTNode;
  readonly path: readonly (string | number)[];
  readonly isOptional: boolean;
  /** True if the path ends before a key that is known only at run time. */
  readonly isCut: boolean;
  /** Expressions of such keys. */
  readonly dynamic: readonly ASTNode[];
};

function grow(chain: Chain, key: string | ASTNode, isOptional: boolean): Chain {
  const fixed = typeof key === 'string' ? key : fixedKey(key);
  const grown = { ...chain, isOptional: chain.isOptional || isOptional };
  if (fixed !== undefined && !chain.isCut) return { ...grown, path: [...chain.path, fixed] };
  return { ...grown, isCut: true, dynamic: typeof key === 'string' ? chain.dynamic : [...chain.dynamic, key] };
}

function fixedKey(key: ASTNode): string | number | undefined {
  if (key.op !== 'value') return undefined;
  if (typeof key.args === 'string') return key.args;
  return typeof key.args === 'bigint' && key.args >= 0n && key.args <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(key.args)
    : undefined;
}

class CelReader {
  readonly references: Reference[] = [];
  readonly problems: ExpressionProblem[] = [];
  usesMoment = false;
  readonly #source: string;
  readonly #functions: KnownFunctions;

  constructor(source: string, functions: KnownFunctions) {
    this.#source = source;
    this.#functions = functions;
  }

  walk(node: ASTNode, locals: readonly string[]): void {
    const chain = chainOf(node);
    if (chain) {
      this.#chain(chain, locals, false);
      return;
    }
    if (node.op === 'call' && node.args[0] === 'has' && node.args[1][0]) {
      const guarded = chainOf(node.args[1][0]);
      if (guarded) {
        this.#chain(guarded, locals, true);
        return;
      }
    }
    if (node.op === 'call') {
      if (node.args[0] === 'now') this.usesMoment = true;
      this.#checkName(node.args[0], node, this.#functions.calls);
    }
    if (node.op === 'rcall') this.#method(node, locals);
    else for (const child of childrenOf(node)) this.walk(child, locals);
  }

  #chain({ root, rootNode, path, isOptional, isCut, dynamic }: Chain, locals: readonly string[], isGuard: boolean): void {
    for (const key of dynamic) this.walk(key, locals);
    if (locals.includes(root) || (path.length === 0 && !isCut && TYPE_NAMES.has(root))) return;
    const at = positionOf(this.#source, rootNode.start);
    this.references.push({ root, path, text: pathText(root, path), at, hasDefault: isOptional || isGuard });
  }

  #method(node: ASTNode & { op: 'rcall' }, locals: readonly string[]): void {
    const [name, receiver, args] = node.args;
    this.#checkName(originalName(name), node, this.#functions.methods);
    const isNamespace = receiver.op === 'id' && NAMESPACES.has(receiver.args) && !locals.includes(receiver.args);
    if (isNamespace && name === 'bind' && args[0]?.op === 'id' && args[1] && args[2]) {
      this.walk(args[1], locals);
      this.walk(args[2], [...locals, args[0].args]);
      return;
    }
    if (!isNamespace) this.walk(receiver, locals);
    const variable = MACROS.has(name) && args.length >= 2 && args[0]?.op === 'id' ? args[0].args : undefined;
    if (variable !== undefined) this.#checkNesting(node, receiver, locals);
    const inner = variable === undefined ? locals : [...locals, variable];
    for (const argument of variable === undefined ? args : args.slice(1)) this.walk(argument, inner);
  }

  #checkName(name: string, node: ASTNode, known: ReadonlySet<string>): void {
    if (known.has(name)) return;
    const { calls, methods } = this.#functions;
    const at = this.#source.indexOf(name, node.op === 'rcall' ? node.args[1].end : node.start);
    this.problems.push(
      problemAt(this.#source, Math.max(at, node.start), `There is no function '${name}'`, hintForName(name, { calls, methods })),
    );
  }

  /** A nested list must be a field of the outer item or a literal, so that work is linear in the data. */
  #checkNesting(node: ASTNode, receiver: ASTNode, locals: readonly string[]): void {
    if (locals.length === 0) return;
    const source = sourceOf(receiver);
    const chain = chainOf(source);
    const isBounded = source.op === 'list' || (chain !== undefined && locals.includes(chain.root));
    if (isBounded && locals.length < MAX_NESTED_MACROS) return;
    this.problems.push(
      problemAt(
        this.#source,
        node.start,
        'A list inside exists, all, map or filter must be a field of the outer item',
        'For lists of lists use a code node',
      ),
    );
  }
}

/** What functions such as `unique` were called on: they make no longer lists of it, or count the steps. */
function sourceOf(node: ASTNode): ASTNode {
  return node.op === 'rcall' && !MACROS.has(node.args[0]) ? sourceOf(node.args[1]) : node;
}

/** Names that can be called alone, and on a value. */
export type KnownFunctions = { readonly calls: ReadonlySet<string>; readonly methods: ReadonlySet<string> };

/** Names that other languages have for the same. */
const namesElsewhere: Readonly<Record<string, string>> = {
  toLowerCase: 'lower()',
  toUpperCase: 'upper()',
  lowercase: 'lower()',
  uppercase: 'upper()',
  includes: 'contains(…)',
  has_key: 'has(…)',
  length: 'size()',
  len: 'size(…)',
  count: 'size()',
  some: 'exists(item, …)',
  any: 'exists(item, …)',
  every: 'all(item, …)',
  find: 'filter(item, …)[0]',
  sort: 'sortBy(…)',
  sort_by: 'sortBy(…)',
  group_by: 'groupBy(…)',
  uniq: 'unique()',
  flat: 'flatten()',
  substr: 'slice(…)',
  replaceAll: 'replace(…)',
  test: 'matches(…)',
  parseJson: 'json(…)',
  parse: 'json(…)',
  fromJson: 'json(…)',
  toJson: 'text(…)',
  stringify: 'text(…)',
  toString: 'text(…)',
  str: 'text(…)',
  Number: 'double(…)',
  number: 'double(…)',
  parseInt: 'int(…)',
  parseFloat: 'double(…)',
  toISOString: 'text(…)',
  today: 'now().format("%F")',
  strftime: 'format(…)',
  greatest: 'max(…)',
  least: 'min(…)',
};

function hintForName(name: string, { calls, methods }: KnownFunctions): string | undefined {
  const said = Object.hasOwn(namesElsewhere, name) ? namesElsewhere[name] : undefined;
  if (said !== undefined) return `Write ${said}`;
  const meant = didYouMean(name, new Set([...methods, ...calls]));
  if (meant !== undefined) return `Did you mean ${meant}?`;
  if (methods.has(name)) return `Call it on a value, as in value.${name}(…)`;
  return calls.has(name) ? `Write ${name}(…) alone` : undefined;
}

/** In `has(a.b) && a.b.c > 1`, reads below a guarded path count as guarded. */
function markGuarded(references: readonly Reference[]): readonly Reference[] {
  const guards = references.filter((reference) => reference.hasDefault);
  if (guards.length === 0) return references;
  return references.map((reference) => ({
    ...reference,
    hasDefault: reference.hasDefault || guards.some((guard) => isPrefix(guard, reference)),
  }));
}

function isPrefix(guard: Reference, reference: Reference): boolean {
  return (
    guard.root === reference.root &&
    guard.path.length <= reference.path.length &&
    guard.path.every((key, i) => key === reference.path[i])
  );
}

/** Direct children of a node of any kind. */
export function childrenOf(node: ASTNode): readonly ASTNode[] {
  const children: ASTNode[] = [];
  collectNodes(node.args, children);
  return children;
}

function collectNodes(args: unknown, nodes: ASTNode[]): void {
  if (Array.isArray(args)) for (const arg of args) collectNodes(arg, nodes);
  else if (typeof args === 'object' && args !== null && 'op' in args) nodes.push(args as ASTNode);
}
