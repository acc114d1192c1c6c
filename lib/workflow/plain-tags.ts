/** A tag that inserts a value as it is. */
export type PlainTag = {
  /** The value, and after it those that replace it while there is none: node and keys below its value. */
  readonly choices: readonly (readonly [root: string, ...keys: string[]])[];
  /** The text is this tag and nothing else, so that the value keeps its type. */
  readonly isWhole: boolean;
};

const TAG = /\{\{([^{}]*)\}\}/g;
const PATH = /^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*$/;
const DEFAULT = 'default:';

/**
 * The tags `{{node.field}}` of a template, with no filter but `default`. None where statements (`{% if … %}`) decide
 * what of the text remains.
 */
export function plainTags(source: string): readonly PlainTag[] {
  if (source.includes('{%')) return [];
  const isWhole = source.startsWith('{{') && source.indexOf('}}') === source.length - 2;
  return [...source.matchAll(TAG)].flatMap(([, inner = '']) => {
    const choices = choicesIn(inner);
    return choices.length > 0 ? [{ choices, isWhole }] : [];
  });
}

/** Empty for a tag with another filter, or with a calculation. */
function choicesIn(inner: string): PlainTag['choices'] {
  const [first = '', ...filters] = inner.split('|').map((part) => part.trim());
  if (!PATH.test(first) || filters.some((filter) => !filter.startsWith(DEFAULT))) return [];
  const others = filters.map((filter) => filter.slice(DEFAULT.length).trim());
  // After a constant nothing else is chosen.
  const end = others.findIndex((other) => !PATH.test(other));
  return [first, ...(end === -1 ? others : others.slice(0, end))].map((path) => path.split('.') as [string, ...string[]]);
}
