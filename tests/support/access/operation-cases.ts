import { type Contracts, contracts } from '#lib/api/contracts.gen.ts';
import type { Contract } from '#lib/api/define-contract.ts';
import { allows, fieldScopesOf, readScopes, scopeOf } from '#lib/api/scope.ts';
import type { SeedRequest } from '../fuzz/seed-requests.ts';
import { type AccessCase, askersOf, type Expectation, sees, targetsFor } from './access-case.ts';
import type { Belongings, Caller, World } from './access-world.ts';

type Operation = { readonly contract: Contract; readonly seed: SeedRequest };
/** A request of an operation for objects of one owner. */
type Aimed = Pick<AccessCase, 'path' | 'body'> & { readonly target?: Belongings };

/** What the planted documents and runs have nothing for: no presentation, and no app. */
const UNFIT = ['getArtifactPage', 'openToolApp'];

/** The requests of all callers to one operation of the API. Empty for an operation that nothing is known of. */
export function operationCases(name: string, seed: SeedRequest | undefined, world: World): AccessCase[] {
  const contract = (contracts as Readonly<Record<string, Contract>>)[name];
  if (!contract || !seed) return [];
  const operation = { contract, seed };
  return askersOf(world, operationNames.indexOf(name as keyof Contracts)).flatMap((caller) =>
    aimsOf(operation, caller, world).flatMap((aim) => toCase(operation, { caller, aim }) ?? []),
  );
}

function toCase({ contract, seed }: Operation, { caller, aim }: { caller: Caller; aim: Aimed }): AccessCase | undefined {
  const expected = expectedOf({ contract, seed }, caller, aim);
  const isReading = contract.method === 'GET';
  // What a caller is entitled to change is not tried: only the start of runs, while the world is made.
  const isOpen = contract.access === 'anyone';
  if (['any', 'allowed', 'authorized'].includes(expected) && !isReading && !isOpen) return undefined;
  const { authorization: _, range: __, ...headers } = seed.headers;
  return {
    covers: contract.name,
    caller,
    target: aim.target?.owner,
    method: contract.method,
    headers,
    ...(aim.body !== undefined && { body: aim.body }),
    path: aim.path,
    expected,
  };
}

/** What the contract says of a caller, and the rule of owners. */
function expectedOf({ contract, seed }: Operation, caller: Caller, { target, body, path }: Aimed): Expectation {
  const { access = 'workspace' } = contract;
  if (access === 'anyone') return 'any';
  if (caller.is === 'nobody') return 'refused';
  if (caller.is === 'member') return access === 'key' ? 'refused' : 'authorized';
  if (caller.is === 'workspace-key') {
    if (access === 'key') return 'refused';
    const scopes = readScopes(caller.scopes ?? []);
    const fields = fieldScopesOf(contract, { query: seed.query, body });
    const isAllowed = [scopeOf(contract), ...fields.map(({ scope }) => scope)].every((scope) => allows(scopes, scope));
    return isAllowed ? 'authorized' : 'refused';
  }
  if (access === 'workspace') return 'refused';
  if (caller.is === 'visitor' && !contract.takesVisitors) return 'refused';
  if (access === 'key' && !path.includes(`/${caller.slug}`)) return 'refused';
  if (target && !sees(caller, target)) return access === 'key' ? 'not-started' : 'refused';
  if (target?.owner === caller.name && !UNFIT.includes(contract.name)) return 'allowed';
  return 'any';
}

const KINDS: readonly (readonly [prefix: string, of: (target: Belongings) => Readonly<Record<string, string | undefined>>])[] = [
  ['/api/v1/runs/{id}/approvals', ({ waiting, actionId }) => ({ id: waiting, actionId })],
  ['/api/v1/runs/{id}', ({ ended }) => ({ id: ended })],
  ['/api/v1/runs/{id}', ({ waiting }) => ({ id: waiting })],
  ['/api/v1/chat/{slug}/turns/{runId}', ({ slug, ended }) => ({ slug, runId: ended })],
  ['/api/v1/sessions/{id}', ({ sessionKey }) => ({ id: sessionKey })],
  ['/api/v1/artifacts/{id}', ({ artifactId }) => ({ id: artifactId })],
  ['/api/v1/files/{id}', ({ artifactId }) => ({ id: artifactId })],
  ['/api/v1/files/{id}', ({ fileId }) => ({ id: fileId })],
  ['/api/v1/uploads/{id}', ({ uploadId }) => ({ id: uploadId })],
];

/** The object of the seed for those who may not call the operation at all; otherwise the objects of every owner. */
function aimsOf({ contract, seed }: Operation, caller: Caller, world: World): Aimed[] {
  const { access = 'workspace', name } = contract;
  const query = new URLSearchParams(seed.query);
  const { revision: _, ...filters } = seed.query;
  const aim = (params: Readonly<Record<string, string | undefined>>, more: Partial<Aimed> & { query?: object } = {}): Aimed => {
    const path = contract.path
      .split('/')
      .map((part, index) => encodeURIComponent(params[/^\{(\w+)\}$/.exec(part)?.[1] ?? ''] ?? seed.segments[index] ?? part))
      .join('/');
    const asked = more.query ? new URLSearchParams(more.query as Record<string, string>) : query;
    const { query: __, ...rest } = more;
    return { path: asked.size > 0 ? `${path}?${asked}` : path, body: seed.body, ...rest };
  };
  const isOutside = caller.is === 'nobody' || caller.is === 'workspace-key' || caller.is === 'member';
  if (access === 'workspace' || (isOutside && access !== 'key')) return [aim({})];
  if (access === 'key' || access === 'anyone') return keyAims(name, caller, { aim, world });
  const kinds = KINDS.filter(
    ([prefix]) => contract.path.startsWith(prefix) && (prefix !== '/api/v1/runs/{id}' || !contract.path.includes('/approvals')),
  );
  const own = kinds.flatMap(([, of]) =>
    targetsFor(caller, world).flatMap((target) => {
      const params = of(target);
      return Object.values(params).some((value) => value === undefined) ? [] : [aim(params, { target, query: filters })];
    }),
  );
  const shared =
    contract.path.startsWith('/api/v1/files/{id}') || contract.path.startsWith('/api/v1/artifacts/{id}')
      ? [
          aim({ id: world.sharedFileId }, { query: {} }),
          ...revisionsOf(world, contract).map((revision) => aim({ id: world.sharedFileId }, { query: { revision } })),
        ]
      : [];
  const lists = kinds.length > 0 ? [] : [aim({}, { query: {} }), ...listAims(name, { aim, targets: targetsFor(caller, world) })];
  return [...own, ...shared, ...lists];
}

function revisionsOf({ sharedRevisions }: World, { method, query }: Contract): string[] {
  const takesRevision = method === 'GET' && query !== undefined && 'revision' in query.shape;
  // Every fourth one: runs of all have written it at the same time.
  return takesRevision ? Array.from({ length: Math.ceil(sharedRevisions / 4) }, (_, index) => String(4 * index + 1)) : [];
}

type Aiming = {
  readonly aim: (params: Readonly<Record<string, string | undefined>>, more?: Partial<Aimed> & { query?: object }) => Aimed;
  readonly world: World;
};

function listAims(name: string, { aim, targets }: Pick<Aiming, 'aim'> & { readonly targets: readonly Belongings[] }): Aimed[] {
  const filters: Readonly<Record<string, (target: Belongings) => object[]>> = {
    listArtifacts: ({ ended, sessionName }) => [{ runId: ended }, ...(sessionName ? [{ sessionId: sessionName }] : [])],
    listSessions: ({ canary, sessionName, slug }) => [
      { search: canary },
      ...(sessionName ? [{ sessionId: sessionName, slug }] : []),
    ],
  };
  return targets.flatMap((target) => (filters[name]?.(target) ?? []).map((query) => aim({}, { query })));
}

/** Operations of one endpoint: at every endpoint, and with names of what others have there. */
function keyAims(name: string, caller: Caller, { aim, world }: Aiming): Aimed[] {
  const atAll = world.slugs
    .filter((slug) => slug !== caller.slug || name === 'readEndpointOpenApi')
    .map((slug) => aim({ slug, triggerId: 'intake', sessionId: 'kept' }, { query: {} }));
  const others = world.belongings.filter((target) => target.slug === caller.slug);
  const named = others.flatMap((target): Aimed[] => {
    const { slug, sessionName: sessionId = 'none', ended, fileId, artifactId } = target;
    if (name === 'getChatMessages' || name === 'resumeChat') return [aim({ slug, sessionId }, { query: {} })];
    if (name !== 'runDeployment' && name !== 'streamDeployment') return [];
    const inputs = { message: 'x' };
    const papers = [fileId, artifactId].filter((id) => id !== undefined);
    return [
      aim({ slug }, { target, body: { inputs, sessionId: 'mine', afterRunId: ended }, query: {} }),
      ...papers.map((id) => aim({ slug }, { target, body: { inputs: { ...inputs, paper: { fileId: id } } }, query: {} })),
    ];
  });
  // A session has the name that its owner gave it: others get nothing, or one of their own.
  return [...atAll, ...named];
}

export const operationNames = Object.keys(contracts) as (keyof Contracts)[];
