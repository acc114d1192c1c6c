import type { FieldExpression } from '../node-kit/define-node.ts';
import { checkTemplate } from './check-template.ts';
import { type CelAnalysis, compileAnalysed, compileCel, withLimits } from './condition.ts';
import { ExpressionError } from './expression-error.ts';
import { fieldPath } from './field-path.ts';
import { hasTags } from './has-tags.ts';
import { compileTag, compileText, toText } from './liquid-engine.ts';
import { MISSING, missingPathError, readPath, type Scope } from './read-path.ts';
import { positionAfter, type Reference } from './reference.ts';
import type { CelTag, ParsedTemplate } from './template-parser.ts';

export type CompiledExpression = {
  readonly references: readonly Reference[];
  /** It reads `MOMENT_KEY` of the scope. */
  readonly usesMoment: boolean;
  /** @throws {ExpressionError} and nothing else */
  evaluate(scope: Scope): unknown;
};

export type CompiledValue = CompiledExpression & {
  /** True if it does not depend on a scope: `evaluate` then returns the value itself. */
  readonly isConstant: boolean;
};

type Evaluate = (scope: Scope) => unknown;
type Parsed = ParsedTemplate<CelAnalysis>;

/**
 * Compiles a template. A template that is exactly one `{{…}}` keeps the type of its value, unless
 * `isText`; others render text, with objects and lists as JSON.
 * @throws {ExpressionError} `expression-invalid`, with the position of the first problem
 */
export function compileTemplate(source: string, { isText = false }: { isText?: boolean } = {}): CompiledExpression {
  if (!hasTags(source)) return { references: [], usesMoment: false, evaluate: () => source };
  const parsed = checkTemplate(source);
  const [problem] = parsed.problems;
  if (problem) throw new ExpressionError('expression-invalid', problem.message, { at: problem.at, hint: problem.hint });
  const usesMoment = parsed.celTags.some(({ reading }) => reading.usesMoment);
  const evaluate = evaluator(parsed, { source, isText });
  return {
    references: parsed.references,
    usesMoment,
    evaluate: parsed.celTags.length > 0 ? (scope) => withLimits(scope, () => evaluate(scope)) : evaluate,
  };
}

/**
 * Compiles a JSON value. Strings are templates, unless `modeOf` returns `cel` (kept, with
 * references listed) or `literal` (kept). Parts without templates are not copied.
 * @throws {ExpressionError} `expression-invalid`; `path` names the field, such as
 * `config.values.total`
 */
export function compileValue(value: unknown, modeOf: ModeOf = () => 'template'): CompiledValue {
  const found: CompiledExpression[] = [];
  const evaluate = compilePart(value, { modeOf, found, path: [] });
  return {
    references: found.flatMap(({ references }) => references),
    usesMoment: found.some(({ usesMoment }) => usesMoment),
    isConstant: evaluate === undefined,
    evaluate: evaluate ? (scope) => evaluate(scope) : () => value,
  };
}

export type ModeOf = (path: readonly (string | number)[]) => FieldExpression;

type Compiled = { readonly source: string; readonly isText: boolean };

function evaluator({ plain, single, liquidSource, celTags }: Parsed, { source, isText }: Compiled): Evaluate {
  const tags = new Map<CelTag, CompiledExpression>(celTags.map((tag) => [tag, compileTagOfCel(tag, source)]));
  if (plain) {
    const pieces = plain.map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'path' ? readerOf(part.reference) : (tags.get(part.tag) as CompiledExpression).evaluate;
    });
    const [only] = pieces;
    if (pieces.length === 1 && typeof only === 'function' && !isText) return only;
    return concatenation(pieces.map((piece, index) => asTextPiece(piece, plain[index])));
  }
  const numbered = [...tags.values()];
  return single === undefined || isText ? compileText(liquidSource, numbered) : compileTag(single, numbered);
}

/** Its errors have positions in the template. */
function compileTagOfCel(tag: CelTag<CelAnalysis>, template: string): CompiledExpression {
  const { evaluate, ...compiled } = compileAnalysed(tag.source, tag.reading);
  const at = positionAfter(template, tag);
  return {
    ...compiled,
    evaluate: (scope) => {
      try {
        return evaluate(scope);
      } catch (error) {
        throw error instanceof ExpressionError ? error.atPosition(at(error.at ?? { line: 1, column: 1 })) : error;
      }
    },
  };
}

function readerOf({ root, path, at }: Reference): Evaluate {
  return (scope) => {
    const value = Object.hasOwn(scope, root) ? readPath(scope[root], path) : MISSING;
    if (value === MISSING || value === undefined) throw missingPathError(scope, root, path, at);
    return value;
  };
}

type TextPiece = string | ((scope: Scope) => string);

/** A value that has no text has an error at its position in the template. */
function asTextPiece(piece: string | Evaluate, part: NonNullable<Parsed['plain']>[number] | undefined): TextPiece {
  if (typeof piece === 'string') return piece;
  const at = part?.kind === 'path' ? part.reference.at : undefined;
  return (scope) => {
    const value = piece(scope);
    try {
      return toText(value);
    } catch (error) {
      throw error instanceof ExpressionError && at ? error.atPosition(at) : error;
    }
  };
}

function concatenation(pieces: readonly TextPiece[]): Evaluate {
  return (scope) => {
    let text = '';
    for (const piece of pieces) text += typeof piece === 'string' ? piece : piece(scope);
    return text;
  };
}

type Compiling = { readonly modeOf: ModeOf; readonly found: CompiledExpression[]; readonly path: readonly (string | number)[] };

/** Undefined for a constant value. */
function compilePart(value: unknown, compiling: Compiling): Evaluate | undefined {
  if (typeof value === 'string') return compileString(value, compiling);
  if (Array.isArray(value)) return compileList(value, compiling);
  if (value === null || typeof value !== 'object') return undefined;
  return compileObject(value as Record<string, unknown>, compiling);
}

function compileString(source: string, { modeOf, found, path }: Compiling): Evaluate | undefined {
  const mode = modeOf(path);
  if (mode === 'literal' || (mode !== 'cel' && !hasTags(source))) return undefined;
  const field = fieldPath(path);
  const compiled = inField(field, () =>
    mode === 'cel' ? compileCel(source) : compileTemplate(source, { isText: mode === 'text' }),
  );
  found.push(compiled);
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
