/** Width of the finest sums: half an hour, so that days of every zone but those of Nepal and Chatham begin with one. */
export const SLOT_MS = 1_800_000;
export const DAY_MS = 86_400_000;

/** Whose runs a sum counts: of the whole workspace, a workflow or an endpoint. */
export type SumScope =
  | { readonly kind: 'workspace' }
  | { readonly kind: 'workflow'; readonly id: string }
  | { readonly kind: 'endpoint'; readonly id: string };
/** Which of them: all, or those of a version, key or model. */
export type SumPart =
  | { readonly kind: 'all' }
  | { readonly kind: 'version'; readonly id: string }
  | { readonly kind: 'key'; readonly id: string }
  | { readonly kind: 'model'; readonly id: string };

export const SCOPE_PREFIX = { workspace: '', workflow: 'w/', endpoint: 'e/' } as const;
export const PART_PREFIX = { all: '', version: 'v/', key: 'k/', model: 'm/' } as const;

export function scopeKey(scope: SumScope): string {
  return scope.kind === 'workspace' ? '' : `${SCOPE_PREFIX[scope.kind]}${scope.id}`;
}

export function partKey(part: SumPart): string {
  return part.kind === 'all' ? '' : `${PART_PREFIX[part.kind]}${part.id}`;
}

type Origin = {
  readonly workflowId: string | null;
  readonly slug: string | null;
  readonly version: number | null;
  readonly keyId: string | null;
};

/** The scopes that a run belongs to, each with the parts of it. A version means nothing beyond its workflow. */
export function keysOfRun({ workflowId, slug, version, keyId }: Origin, models: readonly string[]) {
  const scopes: SumScope[] = [{ kind: 'workspace' }];
  if (workflowId !== null) scopes.push({ kind: 'workflow', id: workflowId });
  if (slug !== null) scopes.push({ kind: 'endpoint', id: slug });
  return scopes.flatMap((scope) => {
    const parts: SumPart[] = [{ kind: 'all' }, ...models.map((id) => ({ kind: 'model' as const, id }))];
    if (keyId !== null) parts.push({ kind: 'key', id: keyId });
    if (version !== null && scope.kind !== 'workspace') parts.push({ kind: 'version', id: String(version) });
    return parts.map((part) => ({ scope: scopeKey(scope), part }));
  });
}
