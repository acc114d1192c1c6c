import type { Contract } from '#lib/api/define-contract.ts';
import { allows, fieldScopesOf, type ParsedParts, type Scope, setFields } from '#lib/api/scope.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { EventLevel } from '#lib/run/public-event.ts';
import { KEY_PREFIX, WORKSPACE_KEY_PREFIX } from '../../auth/api-key.ts';
import { isSameText } from '../../auth/is-same-text.ts';
import { readBearer } from '../../auth/read-bearer.ts';
import { readSignInCookie } from '../../auth/sign-in-cookie.ts';
import { VISITOR_PREFIX } from '../../auth/visitor-tokens.ts';
import type { CredentialKind } from '../../auth/wrong-credentials.ts';
import { changeLane } from '../../db/database/request-lane.ts';
import { type Endpoint, isVisitor } from '../../db/stores/endpoint-store.ts';
import type { WorkspaceKey } from '../../db/stores/workspace-key-store.ts';
import type { RequestKind } from '../../limits/stranger-rates.ts';
import type { ApiDependencies } from './api-dependencies.ts';
import { laneOf } from './claimant-of.ts';

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
  /** Nothing was shown, for an operation that anyone may call. */
  readonly isAnonymous?: true;
  /** The secret of the browser that is signed in; undefined for programs and in local mode. */
  readonly signIn?: string;
};

export type Credentials = {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly slug: string | undefined;
  /** Of the client, as `ClientAddresses.networkFor` tells it. */
  readonly address: string | undefined;
  /** An open connection is checked again, which counts as no request. */
  readonly isRecheck?: boolean;
};
/** What of a contract decides who may call it. @defaultValue `scope`: `admin` */
export type Target = Pick<Contract, 'access' | 'takesVisitors' | 'visitorRate' | 'countsAsStart'> & {
  readonly method?: Contract['method'];
  readonly scope?: Scope | undefined;
};
type Dependencies = Pick<ApiDependencies, 'publishing' | 'adminToken' | 'signIns' | 'localWorkspaceId' | 'strangers'>;

/**
 * Proves that a program or a page that its endpoint allows sent the request: for pages of other sites, browsers send
 * a CORS preflight before this header, and the server answers it for listed origins only.
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
 * Determines the caller of an operation. Until then its statements are in the lane of what it shows, afterwards in that
 * of who it is.
 * @throws {AppError} `authentication-failed`; `permission-denied` for a key in an operation that
 * does not accept keys, or needs a scope that it does not have; `rate-limited`
 */
export async function authenticate(target: Target, credentials: Credentials, deps: Dependencies): Promise<Caller> {
  changeLane(showsCredential(credentials) ? 'credentials' : 'strangers');
  const caller = await identify(target, credentials, deps);
  changeLane(laneOf(caller));
  return caller;
}

/** Whether a request shows a key, a token or a sign-in, right or wrong. A token of a visitor is free for everyone. */
export function showsCredential({ authorization, cookie }: Pick<Credentials, 'authorization' | 'cookie'>): boolean {
  const bearer = readBearer(authorization);
  return bearer === undefined ? readSignInCookie(cookie) !== undefined : !bearer.startsWith(VISITOR_PREFIX);
}

async function identify(target: Target, credentials: Credentials, deps: Dependencies): Promise<Caller> {
  const { access, takesVisitors, scope = 'admin' } = target;
  const { authorization, cookie, slug } = credentials;
  const bearer = readBearer(authorization);
  const { keyAuthenticator } = deps.publishing;
  if (access === 'key') {
    const endpoint = refuseVisitorsUnless(takesVisitors, await keyAuthenticator.authenticate(bearer, slug));
    countVisitor(endpoint, { target, credentials }, deps);
    const counted = keyAuthenticator.checkRateLimit(endpoint);
    // Within one process no turn of the event loop passes.
    if (counted) await counted;
    return { workspaceId: endpoint.workspaceId, endpoint };
  }
  // Pages and forms of one endpoint, and their new visitors.
  if (access === 'anyone' && slug !== undefined)
    deps.strangers.take({ kind: kindOf(target), slug, address: credentials.address });
  if (bearer?.startsWith(WORKSPACE_KEY_PREFIX)) {
    if (access === 'anyone') return { workspaceId: deps.localWorkspaceId, isAnonymous: true };
    const { workspaceId, keyId, scopes } = await deps.publishing.workspaceKeys.authenticate(bearer);
    const caller: Caller = { workspaceId, workspaceKey: { keyId, scopes } };
    assertScope(caller, scope);
    return caller;
  }
  if (carriesKey(authorization)) {
    if (access === 'anyone') return { workspaceId: deps.localWorkspaceId, isAnonymous: true };
    if (access !== 'workspace-or-key')
      throw new AppError(
        'permission-denied',
        'A key starts, reads, stops and decides runs of its own endpoint, and nothing else.',
      );
    const endpoint = refuseVisitorsUnless(takesVisitors, await keyAuthenticator.authenticate(bearer));
    countVisitor(endpoint, { target, credentials }, deps);
    if (target.countsAsStart) await keyAuthenticator.checkRateLimit(endpoint);
    return { workspaceId: endpoint.workspaceId, endpoint };
  }
  const workspaceId = deps.localWorkspaceId;
  const isAdmin = deps.adminToken === undefined || (bearer !== undefined && isSameText(bearer, deps.adminToken));
  if (isAdmin) return { workspaceId };
  if (access === 'anyone') return { workspaceId, isAnonymous: true };
  // A wrong token is refused as such, also from a browser that is signed in.
  const signIn = bearer === undefined ? readSignInCookie(cookie) : undefined;
  if (signIn !== undefined && (await deps.signIns?.isValid(signIn))) return { workspaceId, signIn };
  throw new AppError(
    'authentication-failed',
    'This server wants Authorization: Bearer with its THREADLOOM_ADMIN_TOKEN, or a browser that is signed in.',
  );
}

type Counted = { readonly target: Target; readonly credentials: Credentials };

/** Every request of a visitor is counted here, whatever it calls. @throws {AppError} `rate-limited` */
function countVisitor(
  { visitorsPerMinute, ratePerMinute, keyId, slug }: Endpoint,
  { target, credentials: { address, isRecheck } }: Counted,
  { strangers }: Dependencies,
): void {
  if (visitorsPerMinute === undefined || isRecheck) return;
  strangers.take({ kind: kindOf(target), visitorId: keyId, slug, address });
  if (target.access !== 'key' && !target.countsAsStart) return;
  strangers.takeStart({ slug, address, pagePerMinute: visitorsPerMinute, visitorPerMinute: ratePerMinute ?? visitorsPerMinute });
}

function kindOf({ visitorRate, method }: Target): RequestKind {
  return visitorRate ?? (method === 'GET' ? 'read' : 'change');
}

/** @throws {AppError} `permission-denied` where the caller has a key of the workspace without the scope */
export function assertScope({ workspaceKey }: Pick<Caller, 'workspaceKey'>, needed: Scope): void {
  if (!workspaceKey || allows(workspaceKey.scopes, needed)) return;
  throw new AppError(
    'permission-denied',
    `This needs a key with the scope ${needed}; this key has: ${workspaceKey.scopes.join(', ') || 'none'}.`,
  );
}

/**
 * Checks the fields that not everybody who may call an operation may set.
 * @throws {AppError} `permission-denied` with the name of the field
 */
export function assertFields({ workspaceKey, endpoint }: Caller, contract: Contract, parts: ParsedParts): void {
  const [refused] = isVisitor(endpoint) ? setFields(parts, contract.notOfVisitors ?? []) : [];
  if (refused)
    throw new AppError('permission-denied', `${refused.field} is for keys, and not for visitors of a chat page. Leave it out.`);
  if (!workspaceKey) return;
  const missing = fieldScopesOf(contract, parts).find(({ scope }) => !allows(workspaceKey.scopes, scope));
  if (!missing) return;
  const has = workspaceKey.scopes.join(', ') || 'none';
  throw new AppError('permission-denied', `${missing.field} needs a key with the scope ${missing.scope}; this key has: ${has}.`);
}

/** @throws {AppError} `permission-denied` */
function refuseVisitorsUnless(takesVisitors: boolean | undefined, endpoint: Endpoint): Endpoint {
  if (takesVisitors || !isVisitor(endpoint)) return endpoint;
  throw new AppError('permission-denied', 'A visitor of a chat page uses its own chats, and nothing else.');
}

/** Limits the requested event level to the one that the endpoint exposes. */
export function levelFor({ endpoint }: Pick<Caller, 'endpoint'>, asked: EventLevel): EventLevel {
  return endpoint?.events === 'summary' ? 'summary' : asked;
}
