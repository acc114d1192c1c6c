import type { ASTNode } from '@marcbachmann/cel-js';
import { parseCel } from './cel-environment.ts';
import { chainOf, originalName } from './cel-references.ts';

/** What a row of a condition asks, for people who write no CEL. */
export const rowOperators = [
  'equals',
  'differs',
  'greater',
  'atLeast',
  'less',
  'atMost',
  'contains',
  'lacks',
  'startsWith',
  'endsWith',
  'matches',
  'oneOf',
  'hasItem',
  'isEmpty',
  'isFilled',
  'isTrue',
  'isFalse',
  'exists',
  'isMissing',
] as const;

export type RowOperator = (typeof rowOperators)[number];

export type ConditionRow = {
  /** A value in CEL: `start.count`. */
  readonly left: string;
  readonly operator: RowOperator;
  /** A literal or a reference as people write it, texts without quotes; `''` for an operator that takes none. */
  readonly right: string;
};

/** Rows of which all must hold, or at least one. */
export type ConditionRows = { readonly join: 'and' | 'or'; readonly rows: readonly ConditionRow[] };

const signs: Readonly<Record<string, RowOperator>> = {
  '==': 'equals',
  '!=': 'differs',
  '>': 'greater',
  '>=': 'atLeast',
  '<': 'less',
  '<=': 'atMost',
};
const methods: Readonly<Record<string, RowOperator>> = {
  contains: 'contains',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  matches: 'matches',
};
const withoutRight: ReadonlySet<RowOperator> = new Set(['isEmpty', 'isFilled', 'isTrue', 'isFalse', 'exists', 'isMissing']);

export function takesRight(operator: RowOperator): boolean {
  return !withoutRight.has(operator);
}

/** A condition as rows; undefined for one that is not made of such rows, joined in one way. */
export function readConditionRows(source: string): ConditionRows | undefined {
  if (source.trim() === '') return { join: 'and', rows: [] };
  try {
    const { ast } = parseCel(source);
    const join = ast.op === '||' ? 'or' : 'and';
    const rows = partsOf(ast, ast.op === '||' ? '||' : '&&').map((part) => readRow(part, source));
    const complete = rows.filter((row) => row !== undefined);
    return complete.length === rows.length ? { join, rows: complete } : undefined;
  } catch {
    return undefined;
  }
}

/** What the types of a workflow say of a row. */
export type RowKinds = {
  /** Whether a name is that of a node or a variable. */
  isRoot(name: string): boolean;
  /** Whether the value on the left is a text, so that `3` on the right is one, too. */
  isText(left: string): boolean;
};

/** The condition that complete rows say; rows with an empty side are omitted. */
export function writeConditionRows({ join, rows }: ConditionRows, kinds: RowKinds): string {
  return rows
    .filter(({ left, operator, right }) => left.trim() !== '' && (!takesRight(operator) || right !== ''))
    .map((row) => writeRow(row, kinds))
    .join(join === 'or' ? ' || ' : ' && ');
}

function partsOf(ast: ASTNode, joined: '&&' | '||'): readonly ASTNode[] {
  return ast.op === joined ? ast.args.flatMap((part) => partsOf(part, joined)) : [ast];
}

function readRow(node: ASTNode, source: string): ConditionRow | undefined {
  const textOf = (part: ASTNode) => source.slice(part.start, part.end).trim();
  const row = (left: ASTNode, operator: RowOperator, right?: ASTNode): ConditionRow | undefined => {
    const written = right === undefined ? '' : rightOf(right, operator, source);
    return written === undefined || !isValue(left) ? undefined : { left: textOf(left), operator, right: written };
  };
  if (node.op === '!_') return negated(node.args, row);
  if (node.op === '==' || node.op === '>') {
    const [left, right] = node.args;
    const isNone = right.op === 'value' && right.args === 0n;
    if (isNone && left.op === 'call' && left.args[0] === 'size' && left.args[1][0])
      return row(left.args[1][0], node.op === '==' ? 'isEmpty' : 'isFilled');
  }
  if (Object.hasOwn(signs, node.op)) {
    const [left, right] = node.args as [ASTNode, ASTNode];
    return row(left, signs[node.op] as RowOperator, right);
  }
  if (node.op === 'in')
    return node.args[1].op === 'list' ? row(node.args[0], 'oneOf', node.args[1]) : row(node.args[1], 'hasItem', node.args[0]);
  if (node.op === 'rcall' && Object.hasOwn(methods, originalName(node.args[0])) && node.args[2].length === 1)
    return row(node.args[1], methods[originalName(node.args[0])] as RowOperator, node.args[2][0]);
  if (node.op === 'call' && node.args[0] === 'has' && node.args[1][0]) return row(node.args[1][0], 'exists');
  return chainOf(node) ? row(node, 'isTrue') : undefined;
}

function negated(
  inner: ASTNode,
  row: (left: ASTNode, operator: RowOperator, right?: ASTNode) => ConditionRow | undefined,
): ConditionRow | undefined {
  if (inner.op === 'call' && inner.args[0] === 'has' && inner.args[1][0]) return row(inner.args[1][0], 'isMissing');
  if (inner.op === 'rcall' && inner.args[0] === 'contains') return row(inner.args[1], 'lacks', inner.args[2][0]);
  return chainOf(inner) ? row(inner, 'isFalse') : undefined;
}

/** A path, or functions called on one: more is easier to read as CEL. */
function isValue(node: ASTNode): boolean {
  if (node.op === 'rcall') return isValue(node.args[1]) && node.args[2].every(({ op }) => op === 'value');
  if (node.op === 'call') return node.args[1].every((part) => part.op === 'value' || isValue(part));
  return chainOf(node) !== undefined;
}

function rightOf(node: ASTNode, operator: RowOperator, source: string): string | undefined {
  if (operator === 'oneOf') {
    const items = node.op === 'list' ? node.args.map((item) => literalText(item)) : [];
    const isSimple = items.length > 0 && items.every((item) => item !== undefined && !/[,"]/.test(item) && item === item.trim());
    return isSimple ? items.join(', ') : undefined;
  }
  const literal = literalText(node);
  if (literal !== undefined) return literal;
  return chainOf(node) ? source.slice(node.start, node.end).trim() : undefined;
}

/** A text that could be taken for something else keeps its quotes. */
function literalText(node: ASTNode): string | undefined {
  if (node.op === '-_' && node.args.op === 'value') return `-${String(node.args.args)}`;
  if (node.op !== 'value') return undefined;
  const value: unknown = node.args;
  if (typeof value === 'string') return isPlainText(value) ? value : JSON.stringify(value);
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean' || value === null)
    return String(value);
  return undefined;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const PATH = /^[A-Za-z_]\w*(?:\.\w+|\[\d+\])*$/;

function isPlainText(text: string): boolean {
  return (
    text !== '' && text === text.trim() && !text.startsWith('"') && !isWord(text) && !NUMBER.test(text) && !/\w\.\w/.test(text)
  );
}

function isWord(text: string): boolean {
  return text === 'true' || text === 'false' || text === 'null';
}

function writeRow({ left: written, operator, right }: ConditionRow, kinds: RowKinds): string {
  const left = written.trim();
  const value = () => writeValue(right, { ...kinds, isText: operator in methods || operator === 'lacks' || kinds.isText(left) });
  switch (operator) {
    case 'isTrue':
      return left;
    case 'isFalse':
      return `!${left}`;
    case 'exists':
      return `has(${left})`;
    case 'isMissing':
      return `!has(${left})`;
    case 'isEmpty':
      return `size(${left}) == 0`;
    case 'isFilled':
      return `size(${left}) > 0`;
    case 'lacks':
      return `!${left}.contains(${value()})`;
    case 'oneOf': {
      const items = right.split(',').map((item) => writeValue(item.trim(), { ...kinds, isText: kinds.isText(left) }));
      return `${left} in [${items.join(', ')}]`;
    }
    case 'hasItem':
      return `${writeValue(right, { ...kinds, isText: false })} in ${left}`;
    case 'contains':
    case 'startsWith':
    case 'endsWith':
    case 'matches':
      return `${left}.${operator}(${value()})`;
    default:
      return `${left} ${Object.keys(signs).find((sign) => signs[sign] === operator)} ${value()}`;
  }
}

function writeValue(typed: string, { isText, isRoot }: { isText: boolean; isRoot(name: string): boolean }): string {
  const text = typed.trim();
  if (/^"(?:[^"\\]|\\.)*"$/.test(text)) return text;
  if (PATH.test(text) && /[.[]/.test(text) && isRoot(/^\w+/.exec(text)?.[0] ?? '')) return text;
  if (text === 'null' || (!isText && (isWord(text) || NUMBER.test(text)))) return text;
  return JSON.stringify(text);
}
