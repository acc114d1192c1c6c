import type { Contract } from '#lib/api/define-contract.ts';
import { allows, type Scope } from '#lib/api/scope.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { EventLevel } from '#lib/run/public-event.ts';
import { KEY_PREFIX, WORKSPACE_KEY_PREFIX } from '../../auth/api-key.ts';
import { isSameText } from '../../auth/is-same-text.ts';
import { readBearer } from '../../auth/read-bearer.ts';
import { readSignInCookie } from '../../auth/sign-in-cookie.ts';
import { VISITOR_PREFIX } from '../../auth/visitor-tokens.ts';
import type { CredentialKind } from '../../auth/wrong-credentials.ts';
import type { Endpoint } from '../../db/stores/endpoint-store.ts';
import type { WorkspaceKey } from '../../db/stores/workspace-key-store.ts';
import type { ApiDependencies } from './api-dependencies.ts';

/**
 * The caller: a member of the workspace, a program with its key, a program with the key of one
 * endpoint, or a visitor of its chat page.
 */
export type Caller = {
  readonly workspaceId: WorkspaceId;
  /** The endpoint of the API key or the visitor; undefined for members of the workspace. */
  readonly endpoint?: Endpoint;
  /** The key of the workspace that a program showed; undefined for members. */
  readonly workspaceKey?: Pick<WorkspaceKey, 'keyId' | 'scopes'>;
  /** The secret of the browser that is signed in; undefined for programs and in local mode. */
  readonly signIn?: string;
};

type Credentials = {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly slug: string | undefined;
};
/** What of a contract decides who may call it. @defaultValue `scope`: `admin` */
export type Target = Pick<Contract, 'access' | 'takesVisitors'> & { readonly scope?: Scope | undefined };
type Dependencies = Pick<ApiDependencies, 'publishing' | 'adminToken' | 'signIns' | 'localWorkspaceId'>;

/**
 * Proves that a program sent the request: for pages of other sites, browsers send a CORS preflight
 * before this header, and the server does not answer it.
 */
export function carriesKey(authorization: string | undefined): boolean {
  const bearer = readBearer(authorization);
  return bearer !== undefined && [KEY_PREFIX, VISITOR_PREFIX, WORKSPACE_KEY_PREFIX].some((prefix) => bearer.startsWith(prefix));
}

/** The kind of credential in a request; undefined without a bearer token. */
export function credentialKindOf(authorization: string | undefined, access: Contract['access']): CredentialKind | undefined {
  if (readBearer(authorization) === undefined) return undefined;
  return access === 'key' || carriesKey(authorization) ? 'key' : 'admin-token';
}

/**
 * Determines the caller of an operation.
 * @throws {AppError} `authentication-failed`; `permission-denied` for a key in an operation that
 * does not accept keys, or needs a scope that it does not have; `rate-limited`
 */
export async function authenticate(
  { access, takesVisitors, scope = 'admin' }: Target,
  { authorization, cookie, slug }: Credentials,
  deps: Dependencies,
): Promise<Caller> {
  const bearer = readBearer(authorization);
  const { keyAuthenticator } = deps.publishing;
  if (access === 'key') {
    const endpoint = refuseVisitorsUnless(takesVisitors, await keyAuthenticator.authenticate(bearer, slug));
    const counted = keyAuthenticator.checkRateLimit(endpoint);
    // Within one process no turn of the event loop passes.
    if (counted) await counted;
    return { workspaceId: endpoint.workspaceId, endpoint };
  }
  if (bearer?.startsWith(WORKSPACE_KEY_PREFIX)) {
    if (access === 'anyone') return { workspaceId: deps.localWorkspaceId };
    const { workspaceId, keyId, scopes } = await deps.publishing.workspaceKeys.authenticate(bearer);
    const caller: Caller = { workspaceId, workspaceKey: { keyId, scopes } };
    assertScope(caller, scope);
    return caller;
  }
  if (carriesKey(authorization)) {
    if (access === 'anyone') return { workspaceId: deps.localWorkspaceId };
    if (access !== 'workspace-or-key')
      throw new AppError(
        'permission-denied',
        'A key starts, reads, stops and decides runs of its own endpoint, and nothing else.',
      );
    const endpoint = refuseVisitorsUnless(takesVisitors, await keyAuthenticator.authenticate(bearer));
    return { workspaceId: endpoint.workspaceId, endpoint };
  }
  const workspaceId = deps.localWorkspaceId;
  const isAdmin = deps.adminToken === undefined || (bearer !== undefined && isSameText(bearer, deps.adminToken));
  if (isAdmin || access === 'anyone') return { workspaceId };
  // A wrong token is refused as such, also from a browser that is signed in.
  const signIn = bearer === undefined ? readSignInCookie(cookie) : undefined;
  if (signIn !== undefined && (await deps.signIns?.isValid(signIn))) return { workspaceId, signIn };
  throw new AppError(
    'authentication-failed',
    'This server wants Authorization: Bearer with its THREADLOOM_ADMIN_TOKEN, or a browser that is signed in.',
  );
}

/** @throws {AppError} `permission-denied` where the caller has a key of the workspace without the scope */
export function assertScope({ workspaceKey }: Pick<Caller, 'workspaceKey'>, needed: Scope): void {
  if (!workspaceKey || allows(workspaceKey.scopes, needed)) return;
  throw new AppError(
    'permission-denied',
    `This needs a key with the scope ${needed}; this key has: ${workspaceKey.scopes.join(', ') || 'none'}.`,
  );
}

/** @throws {AppError} `permission-denied` */
function refuseVisitorsUnless(takesVisitors: boolean | undefined, endpoint: Endpoint): Endpoint {
  if (takesVisitors || endpoint.visitorsPerMinute === undefined) return endpoint;
  throw new AppError('permission-denied', 'A visitor of a chat page uses its own chats, and nothing else.');
}

/** Limits the requested event level to the one that the endpoint exposes. */
export function levelFor({ endpoint }: Pick<Caller, 'endpoint'>, asked: EventLevel): EventLevel {
  return endpoint?.events === 'summary' ? 'summary' : asked;
}
