import type { ReferenceItem } from '#components/inspector/expression/list-references.ts';

/** Loaded when an expression is first written. */
let functions: typeof import('./list-functions.ts') | undefined;

/** The functions that fit what was typed; none while they are loading. */
export function functionsFor(query: string): readonly ReferenceItem[] {
  if (!functions) void load();
  return functions?.listFunctions(query) ?? [];
}

/** After a failure the next call tries again. */
async function load(): Promise<void> {
  functions = await import('./list-functions.ts').catch(() => undefined);
}
