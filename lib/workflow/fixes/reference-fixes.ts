import { pathText } from '../../expression/read-path.ts';
import { parseReferences, type Reference } from '../../expression/references.ts';
import { referenceSpan, replaceSpan, type TextSpan, tagSpan } from '../../expression/replace-reference.ts';
import { typesOf, type ValueType } from '../../json/schema-types.ts';
import { configJsonSchema, expressionModes, schemasAt } from '../../node-kit/field-expressions.ts';
import { nextOutput } from '../edit/append-node.ts';
import { knownSchema } from '../known-schema.ts';
import { definitionOf } from '../node-ports.ts';
import type { Problem } from '../problem.ts';
import { unionOf } from '../schema-path.ts';
import { connectFix } from './connection-fixes.ts';
import { withoutField } from './field-fixes.ts';
import { type Fix, makeFix } from './fix.ts';
import { type FaultyField, type FixContext, faultyField, writeTo } from './fix-context.ts';
import { addInput, inputsOf, onlyStart, requireInput } from './input-fixes.ts';
import { candidate, likelyValues, mainValue } from './likely-values.ts';

/** The expression that reads what it cannot. */
export type FaultyReference = {
  readonly field: FaultyField & { readonly value: string };
  readonly mode: 'template' | 'cel';
  readonly reference: Reference;
  /** The same reference wherever the field has it: one problem stands for all of them. */
  readonly spans: readonly TextSpan[];
  readonly expected: ReadonlySet<ValueType> | undefined;
};

const MAX_SUGGESTIONS = 2;

/** A node or field that does not exist: another one, a new input, or none. */
export function unknownReferenceFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const faulty = faultyReference(problem, context);
  if (!faulty) return [];
  return [...suggestions(faulty, problem, context), ...newInput(faulty, context), ...removal(faulty, context)];
}

/** A value that may not be there: make sure of it, or say what is used instead. */
export function missingValueFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const faulty = faultyReference(problem, context);
  if (!faulty) return [];
  const { root, path } = faulty.reference;
  const isInput = root === onlyStart(context)?.id && path.length === 1;
  return [...(isInput ? requireInput(path[0], context) : []), ...withDefault(faulty, context)];
}

/** A node that does not come before the reader: an edge, or what can be read instead. */
export function notBeforeFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const faulty = faultyReference(problem, context);
  if (!faulty) return [];
  const { root, path } = faulty.reference;
  const { node } = faulty.field;
  switch (problem.texts?.message.key) {
    case 'not-before': {
      const source = context.workflow.nodes.find(({ id }) => id === root);
      const port = source && nextOutput(context.workflow, source, context.registry);
      const edge = port === undefined ? [] : connectFix({ source: root, sourceHandle: port, target: node.id }, context);
      return [...edge, ...likely(faulty, context)];
    }
    case 'inside-container': {
      const container = String(problem.texts.message.params.container);
      const isLoop = context.schemas.graph.nodes.get(container)?.type === 'loop';
      return replaceFix(faulty, isLoop ? pathText(container, path) : container);
    }
    case 'still-running': {
      const key = problem.texts.hint?.key;
      if (key === 'still-running-map') return replaceFix(faulty, pathText('map', ['item', ...path]));
      return key === 'still-running-loop' ? replaceFix(faulty, pathText('loop', ['last', ...path])) : likely(faulty, context);
    }
    default:
      return [...likely(faulty, context), ...removal(faulty, context)];
  }
}

export function faultyReference(problem: Problem, context: FixContext): FaultyReference | undefined {
  const field = faultyField(problem, context);
  const definition = definitionOf(field?.node, context.registry);
  if (!field || !definition || typeof field.value !== 'string') return undefined;
  const { value } = field;
  const below = field.path.slice(1);
  const mode = expressionModes(definition)(below) === 'cel' ? 'cel' : 'template';
  const { references } = parseReferences(value, mode);
  const at = problem.at ?? references[0]?.at;
  const reference = references.find((one) => one.at.line === at?.line && one.at.column === at.column);
  if (!reference) return undefined;
  const same = references.filter(({ text, hasDefault }) => text === reference.text && hasDefault === reference.hasDefault);
  const spans = same.flatMap((one) => referenceSpan(value, one.at) ?? []);
  const schemas = schemasAt(configJsonSchema(definition), below);
  const expected = schemas.length === 0 ? undefined : typesOf(unionOf(schemas));
  return { field: { ...field, value }, mode, reference, spans, expected };
}

/** The text of the field with each of these references rewritten. */
function rewritten({ field: { value }, spans }: Pick<FaultyReference, 'field' | 'spans'>, write: (written: string) => string) {
  return spans
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, span) => replaceSpan(text, span, write(text.slice(span.from, span.to))), value);
}

export function replaceFix(faulty: FaultyReference, reference: string): readonly Fix[] {
  if (reference === faulty.reference.text) return [];
  return [
    makeFix(
      'useReference',
      { reference },
      writeTo(
        faulty.field,
        rewritten(faulty, () => reference),
      ),
    ),
  ];
}

/** What was probably meant. */
function suggestions(faulty: FaultyReference, problem: Problem, context: FixContext): readonly Fix[] {
  const { reference, field } = faulty;
  const { root, path } = reference;
  const reader = field.node.id;
  const hint = problem.texts?.hint;
  const texts = [
    ...(hint?.key === 'meant' ? [withRest(String(hint.params.name), faulty)] : []),
    ...nearMisses(reference, reader, context),
    ...(path.length <= 1 ? [ofStart(reference, context), mainValue(reader, root, context)?.text] : []),
  ].filter((text): text is string => text !== undefined && text !== reader && !text.startsWith(`${reader}.`));
  const found = [...new Set(texts)].slice(0, MAX_SUGGESTIONS);
  return found.length > 0 ? found.flatMap((text) => replaceFix(faulty, text)) : likely(faulty, context);
}

/** A hint names the path up to the wrong key; what follows that key stays. */
function withRest(meant: string, { reference: { path } }: FaultyReference): string {
  const keyCount = meant.match(/^\w+|\.\w+|\[\d+\]|\["[^"]*"\]/g)?.length ?? 0;
  return `${meant}${pathText('', path.slice(keyCount - 1))}`;
}

/** `code.output.reply` for `code.reply`, and the other way round. */
function nearMisses({ root, path }: Reference, reader: string, context: FixContext): readonly string[] {
  const { schemas, registry } = context;
  if (path.length === 0 || knownSchema(reader, root, [], schemas) === undefined) return [];
  const main = definitionOf(schemas.graph.nodes.get(root), registry)?.mainField;
  const shorter = path.length > 1 ? path.map((_, index) => path.toSpliced(index, 1)) : [];
  const longer = main !== undefined && path[0] !== main ? [[main, ...path]] : [];
  const isReal = (keys: Reference['path']) => {
    const found = candidate(reader, root, keys, schemas);
    return found && Object.keys(found.schema).length > 0 ? [found.text] : [];
  };
  return [...longer, ...shorter].flatMap(isReal);
}

/** The input that is meant: of the same name under another root, or the only one. */
function ofStart({ root, path }: Reference, context: FixContext): string | undefined {
  const start = onlyStart(context);
  if (!start) return undefined;
  const names = inputsOf(start).flatMap(({ name }) => name ?? []);
  const [first] = path;
  if (root !== start.id && path.length === 1 && names.includes(String(first))) return pathText(start.id, path);
  const [only, ...others] = names;
  const isOpen = root === start.id || !context.schemas.graph.nodes.has(root);
  return isOpen && only !== undefined && others.length === 0 ? pathText(start.id, [only]) : undefined;
}

function newInput(faulty: FaultyReference, context: FixContext): readonly Fix[] {
  const { root, path } = faulty.reference;
  const start = onlyStart(context);
  const [name] = path;
  if (!start || path.length !== 1) return [];
  const expected = { type: 'string' };
  if (root === start.id) return addInput(name, expected, context);
  if (!['input', 'inputs', 'json', 'sys', 'vars'].includes(root)) return [];
  const text = rewritten(faulty, () => pathText(start.id, path));
  return addInput(name, expected, context, writeTo(faulty.field, text));
}

/** The main value of a node before. */
function likely(faulty: FaultyReference, context: FixContext): readonly Fix[] {
  const [first] = likelyValues(faulty.field.node.id, context);
  return first ? replaceFix(faulty, first.text) : [];
}

/** The template without the tag; a field of nothing else is removed if it may be. */
function removal({ field, mode, spans }: FaultyReference, context: FixContext): readonly Fix[] {
  if (mode === 'cel') return [];
  const positions = spans.map(({ from }) => ({ line: 1, column: from + 1 }));
  const flat = field.value.replaceAll('\n', ' ');
  const tags = positions.flatMap((at) => tagSpan(flat, at) ?? []);
  if (tags.length < spans.length) return [];
  const text = tags.toSorted((a, b) => b.from - a.from).reduce((rest, tag) => replaceSpan(rest, tag, ''), field.value);
  if (text.trim() !== '') return [makeFix('removeReference', {}, writeTo(field, text))];
  return withoutField(field, context, 'removeReference');
}

function withDefault(faulty: FaultyReference, context: FixContext): readonly Fix[] {
  const { reference, field, mode } = faulty;
  if (mode === 'cel') {
    if (reference.path.length === 0) return [];
    const guarded = `has(${reference.text}) && (${field.value})`;
    return [makeFix('countAsFalse', { reference: reference.text }, writeTo(field, guarded))];
  }
  const value = defaultText(knownSchema(field.node.id, reference.root, reference.path, context.schemas));
  return [
    makeFix(
      'addDefault',
      { value },
      writeTo(
        field,
        rewritten(faulty, (written) => `${written} | default: ${value}`),
      ),
    ),
  ];
}

function defaultText(schema: Parameters<typeof typesOf>[0] | undefined): string {
  const types = schema && typesOf(schema);
  const isOnly = (type: ValueType) => types?.size === 1 && types.has(type);
  if (isOnly('number')) return '0';
  return isOnly('true or false') ? 'false' : '""';
}
