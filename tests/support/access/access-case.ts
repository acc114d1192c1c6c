import type { Belongings, Caller, World } from './access-world.ts';

/**
 * `allowed`: an answer below 400. `refused`: 401, 403 or 404, or an error of the protocol. `not-started`: any refusal.
 * `authorized`: not 401 or 403. `any`: only what it shows is judged.
 */
export type Expectation = 'allowed' | 'authorized' | 'refused' | 'not-started' | 'any';

/** One request of one caller, and how it may be answered. */
export type AccessCase = {
  /** The operation, route or method that it covers. */
  readonly covers: string;
  readonly caller: Caller;
  /** Whose object it asks for. */
  readonly target?: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly expected: Expectation;
};

/** Whether a caller may see what somebody has. */
export function sees({ sees: seen }: Caller, { owner }: Pick<Belongings, 'owner'>): boolean {
  return seen === 'all' || seen.includes(owner);
}

/** Ids and texts of an owner that tell others something. */
export function secretsOf({ canary, ended, waiting, actionId, artifactId, sessionKey, fileId, uploadId }: Belongings): string[] {
  return [canary, ended, waiting, actionId, artifactId, sessionKey, fileId, uploadId].filter((text) => text !== undefined);
}

/** Of each kind one asks; the others are there to be asked for. */
export function isAsking({ name }: Caller): boolean {
  return !/-1$/.test(name);
}

/** Everybody of the caller's own endpoint, and of elsewhere one of each kind. */
export function targetsFor({ slug }: Caller, { belongings }: World): readonly Belongings[] {
  return belongings.filter((target) => target.slug === slug || !/-1$|webhook$/.test(target.owner));
}

/** Without a credential everything is tried; of wrong ones each operation gets another one. */
export function askersOf({ callers }: World, index: number): readonly Caller[] {
  const nobody = callers.filter(({ is, token }) => is === 'nobody' && token !== undefined);
  const wrong = nobody[index % nobody.length];
  return callers.filter((caller) => isAsking(caller) && (!nobody.includes(caller) || caller === wrong));
}

/** Each request once: what names no object is the same for all of them. */
export function distinct(cases: readonly AccessCase[]): AccessCase[] {
  const keyOf = ({ caller, method, path, headers, body }: AccessCase) =>
    JSON.stringify([caller.name, method, path, headers, body]);
  return [...new Map(cases.map((one) => [keyOf(one), one])).values()];
}
