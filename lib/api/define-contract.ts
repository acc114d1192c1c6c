import type { z } from 'zod';
import type { ErrorCode } from '../errors/app-error.ts';
import type { FieldScopes, Scope } from './scope.ts';

type ContractMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One successful response. With `stream`, the same status may also be a stream of server-sent events. */
type ContractResult = {
  readonly description: string;
  readonly body?: z.ZodType;
  /** Schema of the data of one event. */
  readonly stream?: z.ZodType;
  /** The body is the content of a file; a range of it is 206, and `if-none-match` may give 304. */
  readonly isFile?: true;
  /** Of a file that has always the same. @defaultValue any */
  readonly mediaType?: string;
  /** The response may also be whatever a workflow says, with any status. */
  readonly isRaw?: true;
};

/**
 * One operation of the HTTP API as data: route, typed client and OpenAPI derive from it. Schemas of
 * params, query and headers parse strings.
 */
export type Contract = {
  /** Name in the client and OpenAPI: verb and noun. */
  readonly name: string;
  readonly method: ContractMethod;
  /** As in OpenAPI: `/api/v1/workflows/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /**
   * Who may call it: members of the workspace, also keys of endpoints, only such keys, or anyone.
   * @defaultValue 'workspace'
   */
  readonly access?: 'workspace' | 'workspace-or-key' | 'key' | 'anyone';
  /** What a key of the workspace needs for it. @defaultValue `read` for GET, `admin` for anything else */
  readonly scope?: Scope;
  /** Fields of body or query that need another scope as well. */
  readonly fieldScopes?: FieldScopes;
  /**
   * Whether visitors of a public chat page may call it too, where keys may.
   * @defaultValue false
   */
  readonly takesVisitors?: true;
  /**
   * What requests of visitors, and of anyone, count as: `work` starts a process, or stores something that stays.
   * @defaultValue `read` for GET, `change` for anything else
   */
  readonly visitorRate?: 'read' | 'change' | 'work';
  /**
   * Whether a call with the key of an endpoint, or of a visitor, counts in the rates of runs, since it costs as much.
   * @defaultValue true where `access` is `key`
   */
  readonly countsAsStart?: true;
  /** Fields of body or query that visitors may not set. */
  readonly notOfVisitors?: readonly string[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Names in lower case. */
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Instead of `body`: the body is read by the handler as it arrives, and may have any size. */
  readonly upload?: { readonly description: string; readonly mediaTypes: readonly string[] };
  /** The body may also be a form: its files and texts are inputs, its part `request` has the other fields. */
  readonly takesForm?: true;
  /** Error code of a body that does not match its schema. @defaultValue 'body-invalid' */
  readonly invalidBody?: ErrorCode;
  /** Successful responses by status. */
  readonly results: Readonly<Record<number, ContractResult>>;
  /** Errors in addition to those of every operation; see `errorsOf`. */
  readonly errors: readonly ErrorCode[];
};

/** Errors of every operation. */
const commonErrors = [
  'host-refused',
  'origin-refused',
  'authentication-failed',
  'permission-denied',
  'body-invalid',
  'internal',
  'unavailable',
  'disk-full',
] as const satisfies readonly ErrorCode[];

/** Errors of every operation that takes a body. */
const bodyErrors = [
  'body-too-large',
  'body-timeout',
  'content-type-unsupported',
  'rate-limited',
] as const satisfies readonly ErrorCode[];

/** All errors of an operation. Requests without a key are counted wherever they are accepted. */
export function errorsOf({ takesVisitors, access, path, errors, body, upload }: Contract): readonly ErrorCode[] {
  const isCounted = takesVisitors || (access === 'anyone' && path.includes('{slug}'));
  const counted = isCounted ? (['rate-limited'] as const) : [];
  return [...new Set<ErrorCode>([...errors, ...counted, ...(body || upload ? bodyErrors : []), ...commonErrors])];
}

/** Keeps the exact type of a contract, from which the types of handler and client derive. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}

type SchemaOf<C extends Contract, Part extends 'params' | 'query' | 'headers' | 'body'> = C extends {
  readonly [P in Part]: infer S extends z.ZodType;
}
  ? S
  : never;

type Results<C extends Contract> = C['results'][keyof C['results']];

/** Parsed request of a handler. A part that the contract does not define is `undefined`. */
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

/**
 * Arguments of a client method: the parts that the contract defines; a part with only optional
 * fields is optional.
 */
export type ContractInput<C extends Contract> = {
  [P in keyof GivenParts<C> as IsEmptyAllowed<GivenParts<C>[P]> extends true ? never : P]: GivenParts<C>[P];
} & { [P in keyof GivenParts<C> as IsEmptyAllowed<GivenParts<C>[P]> extends true ? P : never]?: GivenParts<C>[P] } & (C extends {
    readonly upload: unknown;
  }
    ? { readonly content: BodyInit }
    : unknown);

type BodyOf<R> = R extends { body: infer S extends z.ZodType } ? z.output<S> : R extends { isFile: true } ? Response : never;

/** Union of the bodies of all successful responses; `undefined` if none has a body. */
export type ContractOutput<C extends Contract> = [BodyOf<Results<C>>] extends [never] ? undefined : BodyOf<Results<C>>;

/** Response of a handler: a status with the body that the contract defines for it. */
export type ContractAnswer<C extends Contract> = {
  [S in keyof C['results']]: {
    readonly status: S;
    readonly headers?: Readonly<Record<string, string>>;
  } & (C['results'][S] extends { body: infer B extends z.ZodType }
    ? { readonly body: z.input<B> }
    : { readonly body?: undefined });
}[keyof C['results']];
