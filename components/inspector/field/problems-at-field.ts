import type { Problem } from '#lib/workflow/problem.ts';

/** The problems of a field and of everything inside it. */
export function problemsAtField(problems: readonly Problem[], field: string): readonly Problem[] {
  return problems.filter(({ path }) => path !== undefined && isWithin(path, field));
}

/** Problems without a visible field. */
export function problemsElsewhere(problems: readonly Problem[], fields: readonly string[]): readonly Problem[] {
  return problems.filter(({ path }) => path === undefined || !fields.some((field) => isWithin(path, field)));
}

function isWithin(path: string, field: string): boolean {
  return path.startsWith(field) && /^($|[.[])/.test(path.slice(field.length));
}
