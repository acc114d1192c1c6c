import type { FieldExpression } from '../node-kit/define-node.ts';
import { checkTemplate } from './check-template.ts';
import { compileCel } from './condition.ts';
import { ExpressionError } from './expression-error.ts';
import { fieldPath } from './field-path.ts';
import { hasTags } from './has-tags.ts';
import { compileTag, compileText, toText } from './liquid-engine.ts';
import { MISSING, missingPathError, readPath, type Scope } from './read-path.ts';
import type { Reference } from './reference.ts';
import type { ParsedTemplate, PlainPart } from './template-parser.ts';

export type CompiledExpression = {
  readonly references: readonly Reference[];
  /** @throws {ExpressionError} and nothing else */
  evaluate(scope: Scope): unknown;
};

export type CompiledValue = CompiledExpression & {
  /** True if it does not depend on a scope: `evaluate` then returns the value itself. */
  readonly isConstant: boolean;
};

type Evaluate = (scope: Scope) => unknown;

/**
 * Compiles a template. A template that is exactly one `{{…}}` keeps the type of its value, unless
 * `isText`; others render text, with objects and lists as JSON.
 * @throws {ExpressionError} `expression-invalid`, with the position of the first problem
 */
export function compileTemplate(source: string, { isText = false }: { isText?: boolean } = {}): CompiledExpression {
  if (!hasTags(source)) return { references: [], evaluate: () => source };
  const parsed = checkTemplate(source);
  const [problem] = parsed.problems;
  if (problem) throw new ExpressionError('expression-invalid', problem.message, { at: problem.at, hint: problem.hint });
  return { references: parsed.references, evaluate: evaluator(parsed, isText) };
}

/**
 * Compiles a JSON value. Strings are templates, unless `modeOf` returns `cel` (kept, with
 * references listed) or `literal` (kept). Parts without templates are not copied.
 * @throws {ExpressionError} `expression-invalid`; `path` names the field, such as
 * `config.values.total`
 */
export function compileValue(value: unknown, modeOf: ModeOf = () => 'template'): CompiledValue {
  const references: Reference[] = [];
  const evaluate = compilePart(value, { modeOf, references, path: [] });
  return { references, isConstant: evaluate === undefined, evaluate: evaluate ?? (() => value) };
}

export type ModeOf = (path: readonly (string | number)[]) => FieldExpression;

function evaluator({ plain, single, liquidSource }: ParsedTemplate, isText: boolean): Evaluate {
  if (plain && !isText && plain.length === 1 && plain[0]?.kind === 'path') return readerOf(plain[0].reference);
  if (plain) return concatenation(plain);
  return single === undefined || isText ? compileText(liquidSource) : compileTag(single);
}

function readerOf({ root, path, at }: Reference): Evaluate {
  return (scope) => {
    const value = Object.hasOwn(scope, root) ? readPath(scope[root], path) : MISSING;
    if (value === MISSING || value === undefined) throw missingPathError(scope, root, path, at);
    return value;
  };
}

function concatenation(parts: readonly PlainPart[]): Evaluate {
  const pieces = parts.map((part) => (part.kind === 'text' ? part.text : readerOf(part.reference)));
  return (scope) => {
    let text = '';
    for (const piece of pieces) text += typeof piece === 'string' ? piece : toText(piece(scope));
    return text;
  };
}

type Compiling = { readonly modeOf: ModeOf; readonly references: Reference[]; readonly path: readonly (string | number)[] };

/** Undefined for a constant value. */
function compilePart(value: unknown, compiling: Compiling): Evaluate | undefined {
  if (typeof value === 'string') return compileString(value, compiling);
  if (Array.isArray(value)) return compileList(value, compiling);
  if (value === null || typeof value !== 'object') return undefined;
  return compileObject(value as Record<string, unknown>, compiling);
}

function compileString(source: string, { modeOf, references, path }: Compiling): Evaluate | undefined {
  const mode = modeOf(path);
  if (mode === 'literal' || (mode !== 'cel' && !hasTags(source))) return undefined;
  const field = fieldPath(path);
  const compiled = inField(field, () =>
    mode === 'cel' ? compileCel(source) : compileTemplate(source, { isText: mode === 'text' }),
  );
  references.push(...compiled.references);
  if (mode === 'cel') return undefined;
  return (scope) => inField(field, () => compiled.evaluate(scope));
}

function inField<T>(field: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof ExpressionError ? error.inField(field) : error;
  }
}

function compileList(list: readonly unknown[], compiling: Compiling): Evaluate | undefined {
  const parts = list.map((item, index) => compilePart(item, { ...compiling, path: [...compiling.path, index] }));
  if (!parts.some(Boolean)) return undefined;
  return (scope) => list.map((item, index) => (parts[index] ? parts[index](scope) : item));
}

function compileObject(object: Readonly<Record<string, unknown>>, compiling: Compiling): Evaluate | undefined {
  const changing = Object.entries(object).flatMap(([key, item]) => {
    const evaluate = compilePart(item, { ...compiling, path: [...compiling.path, key] });
    return evaluate ? [{ key, evaluate }] : [];
  });
  if (changing.length === 0) return undefined;
  return (scope) => {
    // Keeps the order of keys; an own `__proto__` stays an own key.
    const copy: Record<string, unknown> = { ...object };
    for (const { key, evaluate } of changing) define(copy, key, evaluate(scope));
    return copy;
  };
}

function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}
