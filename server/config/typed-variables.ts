import type { z } from 'zod';
import { setAtPath, valueAtPath } from '#lib/json/set-at-path.ts';

/** A text that is one variable and nothing else. */
const WHOLE = /^\s*\$\{[^}]*\}\s*$/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  on: true,
  yes: true,
  '1': true,
  false: false,
  off: false,
  no: false,
  '0': false,
};

/**
 * The values with numbers and booleans where the schema wants them and the text is one variable: what
 * a variable holds is a text. One that is neither stays, and the schema names it.
 * @param written the values with their variables
 * @param values the same with the values of the variables
 */
export function typeVariables(schema: z.ZodType, { written, values }: { written: unknown; values: unknown }): unknown {
  const { error } = schema.safeParse(values);
  let typed = values;
  for (const issue of error?.issues ?? []) {
    const path = issue.path as (string | number)[];
    const source = valueAtPath(written, path);
    if (issue.code !== 'invalid_type' || typeof source !== 'string' || !WHOLE.test(source)) continue;
    const value = typedAs(issue.expected, String(valueAtPath(values, path)).trim());
    if (value !== undefined) typed = setAtPath(typed, path, value);
  }
  return typed;
}

function typedAs(expected: string, text: string): number | boolean | undefined {
  if (expected === 'boolean') return Object.hasOwn(BOOLEANS, text.toLowerCase()) ? BOOLEANS[text.toLowerCase()] : undefined;
  if (expected === 'number' || expected === 'int') return NUMBER.test(text) ? Number(text) : undefined;
  return undefined;
}
