import { type CompiledPattern, compilePattern } from './compile-pattern.ts';

/**
 * Undefined while it is loading. Pages use `pattern-compiler.browser.ts` instead (package.json,
 * `imports`).
 */
export function loadedPatternCompiler(): ((pattern: string) => CompiledPattern) | undefined {
  return compilePattern;
}
