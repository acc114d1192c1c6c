/** What a key of a workspace may do, from the least on. */
export const scopes = ['read', 'run', 'edit', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Unknown ones, which a later version may have stored, allow nothing. */
export function readScopes(stored: readonly string[]): Scope[] {
  return scopes.filter((scope) => stored.includes(scope));
}

/** `admin` includes all others; of the others, none includes another. */
export function allows(given: readonly Scope[], needed: Scope): boolean {
  return given.includes('admin') || given.includes(needed);
}

/** The scope that an operation needs: reading by default, and everything else only as its contract says. */
export function scopeOf({ method, scope }: { readonly method: string; readonly scope?: Scope }): Scope {
  return scope ?? (method === 'GET' ? 'read' : 'admin');
}
