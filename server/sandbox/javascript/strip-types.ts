import { stripTypeScriptTypes } from 'node:module';

type Stripped =
  | { readonly ok: true; readonly code: string }
  /** `unsupported`: it is TypeScript, but of the kind that makes code. */
  | { readonly ok: false; readonly unsupported?: string };

/** TypeScript with blanks in the place of its types: lines and columns stay. */
export function stripTypes(source: string): Stripped {
  try {
    return { ok: true, code: stripTypeScriptTypes(source, { mode: 'strip' }) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX' ? { ok: false, unsupported: message } : { ok: false };
  }
}
