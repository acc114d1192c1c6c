import { z } from 'zod';

/**
 * Whose something is. `workspace`: its members and keys; `endpoint`: a deployment whose keys share runs;
 * `key`: one key of an endpoint; `visitor`: one of a public chat page; `trigger`: one of a deployment;
 * `person`: one account.
 */
export const ownerKinds = ['workspace', 'endpoint', 'key', 'visitor', 'trigger', 'person'] as const;
export type OwnerKind = (typeof ownerKinds)[number];

/** `id`: the slug of an endpoint, `<slug>/<trigger>` of a trigger, else the id of the row; empty for the workspace. */
export const ownerSchema = z.object({ kind: z.enum(ownerKinds), id: z.string() }).readonly();
export type Owner = z.output<typeof ownerSchema>;

export const WORKSPACE_OWNER: Owner = { kind: 'workspace', id: '' };

/** A deployment and the workflow that it runs: a slug may have led to another workflow before. */
export type OfEndpoint = { readonly slug: string | null; readonly workflowId: string | null };

/** Files of any owner that a run may read: its file inputs, and what its author named. '' is every folder. */
export type FileGrants = {
  readonly fileIds: readonly string[];
  readonly paths: readonly string[];
  readonly folders: readonly string[];
};

/**
 * Who reads. A member sees all of the workspace, everybody else what belongs to one of the owners, and of runs
 * and what they made only those of this endpoint. `runId`: a run, which also reads its own files and the
 * granted ones.
 */
export type Reader =
  | { readonly isMember: true }
  | (OfEndpoint & {
      readonly isMember: false;
      readonly owners: readonly Owner[];
      readonly runId?: string;
      readonly granted?: FileGrants;
    });

export const MEMBER: Reader = { isMember: true };

/** Ids of visitors begin with it wherever ids of keys are stored, too. */
const VISITOR_ID = 'visitor-';

/** The owner whom the id of a key names, which may be that of a visitor. */
export function ownerOfKeyId(keyId: string): Owner {
  return { kind: keyId.startsWith(VISITOR_ID) ? 'visitor' : 'key', id: keyId };
}

export function visitorOwner(visitorId: string): Owner {
  return { kind: 'visitor', id: `${VISITOR_ID}${visitorId}` };
}

export function triggerOwner({ slug, triggerId }: { readonly slug: string; readonly triggerId: string }): Owner {
  return { kind: 'trigger', id: `${slug}/${triggerId}` };
}

/** What columns for ids of keys hold, for earlier builds: null where the owner is neither key nor visitor. */
export function keyIdOf({ kind, id }: Owner): string | null {
  return kind === 'key' || kind === 'visitor' ? id : null;
}

/**
 * The one answer to who reads what. Queries ask the same with `ownerCondition`. A missing owner is the workspace.
 * @param made the endpoint of a run, or of the run that made it; missing for what no run made
 */
export function canRead(reader: Reader, owner: Owner | null | undefined, made?: OfEndpoint): boolean {
  if (reader.isMember) return true;
  if (made && (made.slug !== reader.slug || made.workflowId !== reader.workflowId)) return false;
  const { kind, id } = owner ?? WORKSPACE_OWNER;
  return kind !== 'workspace' && reader.owners.some((one) => one.kind === kind && one.id === id);
}
