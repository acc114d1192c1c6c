import type { CompiledPattern } from './compile-pattern.ts';

type Compile = (pattern: string) => CompiledPattern;

let compile: Compile | undefined;

/** Loads the compiler when it is first needed: re2js is 45 KB compressed, and few schemas hold a pattern. */
export function loadedPatternCompiler(): Compile | undefined {
  if (!compile) void load();
  return compile;
}

/** The bundler loads a module once; after a failure the next call tries again. */
async function load(): Promise<void> {
  const module = await import('./compile-pattern.ts').catch(() => undefined);
  compile = module?.compilePattern;
}
