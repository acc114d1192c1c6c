import { ExpressionError } from './expression-error.ts';

/**
 * A CEL result as JSON: integers become numbers, timestamps strings; values that JSON cannot
 * represent are errors.
 */
export function celValue(value: unknown): unknown {
  if (typeof value === 'bigint') return safeNumber(value);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new ExpressionError('expression-failed', `The expression gave ${value}, which is not a number`);
  if (value === undefined) return null;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.some(needsChange) ? value.map(celValue) : value;
  if (value instanceof Date) return value.toISOString();
  return objectValue(value);
}

function objectValue(value: object): unknown {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) {
    const entries = Object.entries(value);
    return entries.some(([, item]) => needsChange(item))
      ? Object.fromEntries(entries.map(([key, item]) => [key, celValue(item)]))
      : value;
  }
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [String(key), celValue(item)]));
  if ('value' in value && (typeof value.value === 'bigint' || typeof value.value === 'number'))
    return safeNumber(BigInt(value.value));
  if (String(Reflect.get(value, Symbol.toStringTag)) === 'google.protobuf.Duration')
    throw new ExpressionError('expression-failed', 'The expression gave a length of time, which JSON cannot hold', {
      hint: 'Count it, as in now().diff(start.date, "days")',
    });
  throw new ExpressionError(
    'expression-failed',
    `The expression gave a ${value.constructor?.name ?? 'value'}, which JSON cannot hold`,
  );
}

/** JSON from the scope is not copied; only values created by CEL are converted. */
function needsChange(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return false;
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value !== 'object') return true;
  return Array.isArray(value)
    ? value.some(needsChange)
    : Object.getPrototypeOf(value) !== Object.prototype || Object.values(value).some(needsChange);
}

function safeNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new ExpressionError('expression-failed', `The expression gave ${value}, too large to keep exactly`);
  return number;
}
