import { NodeFailure } from '#lib/errors/node-failure.ts';
import { isSameJson } from '#lib/json/is-same-json.ts';
import list, { type ListStep } from '#nodes/list/list.node.ts';
import { defineExecutor, type ExecutorContext } from '../contract/define-executor.ts';
import { evaluateIn } from './routing.ts';

type Items = readonly unknown[];
type Place = { readonly context: Pick<ExecutorContext, 'evaluate'>; readonly path: string };

export default defineExecutor(list, ({ config, context }) => {
  let items = listOf(config.from, 'config.from');
  for (const [index, step] of config.steps.entries()) items = apply(items, step, { context, path: `config.steps[${index}]` });
  return { out: items };
});

/** By the functions of expressions, so that both do the same. */
function apply(items: Items, step: ListStep, { context, path }: Place): Items {
  const { field = '', count = 1, fields = [], order } = step;
  const call = (source: string, more: object = {}) =>
    evaluateIn(path, source, context, { list_items: items, list_field: field, ...more }) as Items;
  switch (step.do) {
    case 'filter':
      return items.filter((item) => passes(fieldOf(item, field), step));
    case 'sort': {
      const sorted = field === '' ? call('list_items.sortBy()') : call('list_items.sortBy(list_field)');
      return order === 'descending' ? sorted.toReversed() : sorted;
    }
    case 'unique':
      return field === '' ? call('list_items.unique()') : call('list_items.unique(list_field)');
    case 'take':
      return count < 0 ? items.slice(count) : items.slice(0, count);
    case 'map':
      return items.map((item) => fieldOf(item, field));
    case 'pick':
      return items.map((item) => Object.fromEntries(fields.map((name) => [name, fieldOf(item, name)])));
    case 'group':
      if (field === '')
        throw new NodeFailure('list-field-missing', 'A group needs a field', {
          path: `${path}.field`,
          hint: 'Name the field to group by',
        });
      return call('list_items.groupBy(list_field)');
    case 'join': {
      const others = listOf(step.with, `${path}.with`);
      if (field === '')
        return call('list_items.zip(list_others)', { list_others: others }).map((pair) => merged(pair as [unknown, unknown]));
      const there = step.otherField || field;
      return call('list_items.joinBy(list_others, list_field, list_there)', { list_others: others, list_there: there });
    }
    default:
      return step.do satisfies never;
  }
}

function listOf(value: unknown, path: string): Items {
  if (Array.isArray(value)) return value;
  const what =
    value === null || value === undefined
      ? 'nothing'
      : typeof value === 'object'
        ? 'an object'
        : `the ${typeof value} ${String(value)}`;
  throw new NodeFailure('items-not-list', `A list is needed here, and this is ${what.slice(0, 200)}`, {
    path,
    hint: 'Refer to a list, as in {{orders.body.items}}',
  });
}

/** An own field, or that of an object inside; null without it. The item itself for an empty path. */
function fieldOf(item: unknown, path: string): unknown {
  if (path === '') return item;
  let value = item;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return value ?? null;
}

/** Two objects as one; otherwise the pair. */
function merged([first, second]: readonly [unknown, unknown]): unknown {
  return isObject(first) && isObject(second) ? { ...first, ...second } : [first, second];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function passes(found: unknown, { test = 'equals', value = null }: ListStep): boolean {
  switch (test) {
    case 'equals':
      return isSame(found, value);
    case 'differs':
      return !isSame(found, value);
    case 'contains':
      if (Array.isArray(found)) return found.some((one) => isSame(one, value));
      return value !== null && textOf(found).includes(textOf(value));
    case 'greater':
      return compare(found, value) > 0;
    case 'less':
      return compare(found, value) < 0;
    case 'empty':
      return isEmpty(found);
    case 'filled':
      return !isEmpty(found);
    default:
      return test satisfies never;
  }
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string' && (isId(a) || isId(b))) return a === b;
  const [x, y] = [numberOf(a), numberOf(b)];
  return x !== undefined && y !== undefined ? x === y : isSameJson(a, b);
}

/** NaN for values that have no order, which is neither more nor less. */
function compare(a: unknown, b: unknown): number {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x !== undefined && y !== undefined) return x - y;
  if (typeof a !== 'string' || typeof b !== 'string') return Number.NaN;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Digits that are no number: with leading zeros, or more than a double holds exactly. */
function isId(text: string): boolean {
  return /^0\d+$|^\d{16,}$/.test(text.trim());
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}
