import { pathText } from '../../expression/read-path.ts';
import type { ValueType } from '../../json/schema-types.ts';
import type { Problem } from '../problem.ts';
import { type Fix, makeFix } from './fix.ts';
import { type FixContext, writeTo } from './fix-context.ts';
import { candidate, isOfType, mainValue, valuesBelow } from './likely-values.ts';
import { type FaultyReference, faultyReference, replaceFix } from './reference-fixes.ts';

const MAX_SUGGESTIONS = 2;

/** A value of the wrong type: one of the right type near it, or a conversion. */
export function typeFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const faulty = faultyReference(problem, context);
  const expected = faulty?.expected ?? expectedBy(problem);
  if (!faulty || !expected) return [];
  if (problem.texts?.message.key === 'wrong-type-template') return onlyValue(faulty, expected, context);
  return [...near(faulty, expected, context), ...converted(faulty, expected, context)];
}

/** Inputs of code are checked by a schema of their own. */
function expectedBy({ texts }: Problem): ReadonlySet<ValueType> | undefined {
  const words = texts?.message.params.expected;
  if (typeof words !== 'string') return undefined;
  const types = ['text', 'number', 'true or false', 'an object', 'a list', 'null'] as const;
  return new Set(types.filter((type) => words.includes(type)));
}

function near(faulty: FaultyReference, expected: ReadonlySet<ValueType>, context: FixContext): readonly Fix[] {
  const reader = faulty.field.node.id;
  const { root, path } = faulty.reference;
  const above = path.map((_, index) => candidate(reader, root, path.slice(0, path.length - 1 - index), context.schemas));
  const main = path.length === 0 ? mainValue(reader, root, context) : undefined;
  const fitting = [main, ...valuesBelow(reader, root, path, context), ...above].filter(
    (one) => one !== undefined && isOfType(one.schema, expected),
  );
  const texts = new Set(fitting.flatMap((one) => one?.text ?? []));
  return [...texts].slice(0, MAX_SUGGESTIONS).flatMap((text) => replaceFix(faulty, text));
}

/** A filter that gives the expected type. */
function converted(faulty: FaultyReference, expected: ReadonlySet<ValueType>, context: FixContext): readonly Fix[] {
  const { field, reference } = faulty;
  const schema = candidate(field.node.id, reference.root, reference.path, context.schemas)?.schema;
  if (!schema) return [];
  const write = (filter: string) => {
    const text = `{{${pathText(reference.root, reference.path)} | ${filter}}}`;
    return [makeFix('convert', { text }, writeTo(field, text))];
  };
  if (expected.has('text')) return isOfType(schema, new Set(['number', 'true or false'])) ? write('append: ""') : write('json');
  return expected.has('number') && isOfType(schema, new Set(['text'])) ? write('plus: 0') : [];
}

/** `{{start.count}} ms` is text; the reference alone is a number. */
function onlyValue(faulty: FaultyReference, expected: ReadonlySet<ValueType>, context: FixContext): readonly Fix[] {
  const { field, reference } = faulty;
  const found = candidate(field.node.id, reference.root, reference.path, context.schemas);
  if (found && isOfType(found.schema, expected))
    return [makeFix('writeText', { text: `{{${reference.text}}}` }, writeTo(field, `{{${reference.text}}}`))];
  return converted(faulty, expected, context);
}
