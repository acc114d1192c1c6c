import type { Contract } from '#lib/api/define-contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { EventLevel } from '#lib/run/public-event.ts';
import { KEY_PREFIX } from '../../auth/api-key.ts';
import { isSameText } from '../../auth/is-same-text.ts';
import { readBearer } from '../../auth/read-bearer.ts';
import type { CredentialKind } from '../../auth/wrong-credentials.ts';
import type { Endpoint } from '../../db/stores/endpoint-store.ts';
import type { ApiDependencies } from './api-dependencies.ts';

/** The caller: a member of the workspace, or a program with the key of one endpoint. */
export type Caller = {
  readonly workspaceId: WorkspaceId;
  /** Whose key was shown; missing for the workspace's own people. */
  readonly endpoint?: Endpoint;
};

type Ask = { readonly authorization: string | undefined; readonly slug: string | undefined };
type Doors = Pick<ApiDependencies, 'publishing' | 'adminToken' | 'localWorkspaceId'>;

/**
 * Only a program can send it: a browser asks us before it lets a page of another site send this
 * header, and we do not answer.
 */
export function carriesKey(authorization: string | undefined): boolean {
  return readBearer(authorization)?.startsWith(KEY_PREFIX) ?? false;
}

/** What a request tried to show; undefined without a bearer token, which is no guess. */
export function credentialKindOf(authorization: string | undefined, access: Contract['access']): CredentialKind | undefined {
  if (readBearer(authorization) === undefined) return undefined;
  return access === 'key' || carriesKey(authorization) ? 'key' : 'admin-token';
}

/**
 * Who asks for an operation of this access.
 * @throws {AppError} `authentication-failed`; `permission-denied` for a key where keys open
 * nothing; `rate-limited`
 */
export async function authenticate(access: Contract['access'], { authorization, slug }: Ask, doors: Doors): Promise<Caller> {
  const bearer = readBearer(authorization);
  const { door } = doors.publishing;
  if (access === 'key') {
    const endpoint = await door.open(bearer, slug);
    door.takeRun(endpoint);
    return { workspaceId: endpoint.workspaceId, endpoint };
  }
  if (carriesKey(authorization)) {
    if (access === 'anyone') return { workspaceId: doors.localWorkspaceId };
    if (access !== 'workspace-or-key')
      throw new AppError(
        'permission-denied',
        'A key starts, reads, stops and decides runs of its own endpoint, and nothing else.',
      );
    const endpoint = await door.open(bearer);
    return { workspaceId: endpoint.workspaceId, endpoint };
  }
  const isAdmin = doors.adminToken === undefined || (bearer !== undefined && isSameText(bearer, doors.adminToken));
  if (!isAdmin && access !== 'anyone')
    throw new AppError('authentication-failed', 'This server wants Authorization: Bearer with its THREADLOOM_ADMIN_TOKEN.');
  return { workspaceId: doors.localWorkspaceId };
}

/** What a caller may see of a run's events: never more than the endpoint shows. */
export function levelFor({ endpoint }: Pick<Caller, 'endpoint'>, asked: EventLevel): EventLevel {
  return endpoint?.events === 'summary' ? 'summary' : asked;
}
