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

/**
 * What a key of the workspace needs in addition to the scope of an operation, for a request that sets a field of its
 * body or query: to anything but false, or to the named value.
 */
export type FieldScopes = Readonly<Record<string, Scope | Readonly<Record<string, Scope>>>>;

/** The scope that an operation needs: reading by default, and everything else only as its contract says. */
export function scopeOf({ method, scope }: { readonly method: string; readonly scope?: Scope }): Scope {
  return scope ?? (method === 'GET' ? 'read' : 'admin');
}

export type ParsedParts = Readonly<Record<'query' | 'body', unknown>>;

/** The fields of a parsed request that need a scope of their own. */
export function fieldScopesOf(
  { fieldScopes = {} }: { readonly fieldScopes?: FieldScopes },
  parts: ParsedParts,
): readonly { readonly field: string; readonly scope: Scope }[] {
  return setFields(parts, Object.keys(fieldScopes)).flatMap(({ field, name, value }) => {
    const needed = fieldScopes[name];
    const scope = typeof needed === 'object' ? needed[String(value)] : needed;
    return scope ? [{ field, scope }] : [];
  });
}

/** Which of the named fields a request sets, to anything but false. */
export function setFields(parts: ParsedParts, names: readonly string[]) {
  return (['query', 'body'] as const).flatMap((part) =>
    names.flatMap((name) => {
      const value: unknown = Object(parts[part])[name];
      return value === undefined || value === false ? [] : [{ field: `${part}.${name}`, name, value }];
    }),
  );
}
