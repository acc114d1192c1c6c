import type { z } from 'zod';
import type { ErrorCode } from '../errors/app-error.ts';

type ContractMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One successful answer. Without `body` it has none; with `isStream` the same status may also come as server-sent events. */
type ContractResult = {
  readonly description: string;
  readonly body?: z.ZodType;
  /** What one event's data holds, when the caller asks for a stream. */
  readonly stream?: z.ZodType;
};

/**
 * One operation of the HTTP API as data: route, typed client and OpenAPI are made from it. Schemas of params, query and headers read
 * strings, since that is what arrives.
 */
export type Contract = {
  /** The operation's name in client and OpenAPI; a verb and a noun. */
  readonly name: string;
  readonly method: ContractMethod;
  /** As in OpenAPI: `/api/v1/workflows/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /**
   * Who may ask: the workspace's own people, also with the key of an endpoint, only with such a key, or anyone.
   * @defaultValue 'workspace'
   */
  readonly access?: 'workspace' | 'workspace-or-key' | 'key' | 'anyone';
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Names in small letters. */
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** What a body that does not fit its schema is called. @defaultValue 'body-invalid' */
  readonly invalidBody?: ErrorCode;
  /** Successful answers by status. */
  readonly results: Readonly<Record<number, ContractResult>>;
  /** What may go wrong here beside what may go wrong everywhere (see `commonErrors`). */
  readonly errors: readonly ErrorCode[];
};

/** Errors any operation may answer with. */
export const commonErrors = [
  'host-refused',
  'origin-refused',
  'authentication-failed',
  'permission-denied',
  'body-invalid',
  'internal',
  'unavailable',
  'disk-full',
] as const satisfies readonly ErrorCode[];

/** Keeps the exact type of a contract, from which handler and client take theirs. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}

type SchemaOf<C extends Contract, Part extends 'params' | 'query' | 'headers' | 'body'> = C extends {
  readonly [P in Part]: infer S extends z.ZodType;
}
  ? S
  : never;

type Results<C extends Contract> = C['results'][keyof C['results']];

/** What the server's handler is given: parsed. A part the contract does not name is `undefined`. */
export type ContractCall<C extends Contract> = {
  readonly [Part in 'params' | 'query' | 'headers' | 'body']: [SchemaOf<C, Part>] extends [never]
    ? undefined
    : z.output<SchemaOf<C, Part>>;
};

type IsEmptyAllowed<T> = Record<never, never> extends T ? true : false;
type GivenParts<C extends Contract> = {
  [Part in 'params' | 'query' | 'headers' | 'body' as [SchemaOf<C, Part>] extends [never] ? never : Part]: z.input<
    SchemaOf<C, Part>
  >;
};

/** What a caller gives: only the parts the contract names; query and headers may be left out where every field may. */
export type ContractInput<C extends Contract> = {
  [P in keyof GivenParts<C> as IsEmptyAllowed<GivenParts<C>[P]> extends true ? never : P]: GivenParts<C>[P];
} & { [P in keyof GivenParts<C> as IsEmptyAllowed<GivenParts<C>[P]> extends true ? P : never]?: GivenParts<C>[P] };

type BodyOf<R> = R extends { body: infer S extends z.ZodType } ? z.output<S> : never;

/** The body of a successful answer, of any of its statuses; `undefined` where none has one. */
export type ContractOutput<C extends Contract> = [BodyOf<Results<C>>] extends [never] ? undefined : BodyOf<Results<C>>;

/** What a handler may answer: a status with the body its contract names for it. */
export type ContractAnswer<C extends Contract> = {
  [S in keyof C['results']]: {
    readonly status: S;
    readonly headers?: Readonly<Record<string, string>>;
  } & (C['results'][S] extends { body: infer B extends z.ZodType }
    ? { readonly body: z.input<B> }
    : { readonly body?: undefined });
}[keyof C['results']];
