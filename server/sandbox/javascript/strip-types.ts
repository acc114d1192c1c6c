import { stripTypeScriptTypes } from 'node:module';

type Stripped =
  | { readonly ok: true; readonly code: string }
  /**
   * `unsupported`: it is TypeScript, but of the kind that makes code.
   * `isBroken`: the parser crashed.
   */
  | { readonly ok: false; readonly unsupported?: string; readonly isBroken?: boolean };

/** Replaces types with blanks, so that lines and columns stay. */
export function stripTypes(source: string): Stripped {
  try {
    return { ok: true, code: stripTypeScriptTypes(source, { mode: 'strip' }) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') return { ok: false, unsupported: message };
    // The parser is one WebAssembly instance: after a crash it fails on every later source.
    return { ok: false, isBroken: code !== 'ERR_INVALID_TYPESCRIPT_SYNTAX' };
  }
}
