import { type CompiledPattern, compilePattern } from './compile-pattern.ts';

/** Undefined while it is loading, in a page: `pattern-compiler.browser.ts` replaces this file there (package.json, `imports`). */
export function loadedPatternCompiler(): ((pattern: string) => CompiledPattern) | undefined {
  return compilePattern;
}
