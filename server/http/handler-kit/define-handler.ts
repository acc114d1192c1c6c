import type { Contract, ContractAnswer, ContractCall } from '#lib/api/define-contract.ts';
import type { Language } from '#lib/i18n/language.ts';
import type { StartedRun } from '#lib/ports/run-service.ts';
import type { EventLevel } from '#lib/run/public-event.ts';
import type { Surface } from '#lib/run/run-origin.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';
import type { EventFrames } from '../runs/run-stream.ts';
import type { StreamPermit } from '../runs/stream-limits.ts';
import type { ApiDependencies } from './api-dependencies.ts';
import type { Caller } from './authenticate.ts';

/** The answer of a handler that sends a run's events. */
export type StreamAnswer = {
  readonly stream: {
    readonly runId: string;
    readonly afterSeq: number;
    readonly level: EventLevel;
    /** Of the nodes whose text a key is shown at `summary`. */
    readonly texts?: ReadonlySet<string> | undefined;
    readonly headers?: Readonly<Record<string, string>>;
    /** Given for a run this request has just started. */
    readonly started?: StartedRun;
    /** Writes events in the format of another protocol. @defaultValue public events as server-sent events */
    readonly frames?: EventFrames | undefined;
    /** What comes after the last event, in that format. */
    readonly lastFrame?: (() => string) | undefined;
    /** The run is stopped when its client disconnects. */
    readonly stopsWithClient?: boolean | (() => boolean);
  };
};

/** The body of a request whose contract has `upload`. */
export type UploadedBody = {
  readonly contentType: string;
  /** As declared; undefined for a body of chunks. */
  readonly sizeBytes: number | undefined;
  /** Of one file; the files of a form have twice as many together. Undefined where the store alone limits them. */
  readonly maxFileBytes?: number | undefined;
  /** Fails when the connection ends before the body does. */
  readonly bytes: AsyncIterable<Uint8Array>;
};

/** A start that came as a form. */
export type StartForm = {
  /** As JSON would have it, with the ids of stored files. */
  readonly body: Record<string, unknown>;
  /** Inputs with texts of the form, whatever their type: one, or a list of several. */
  readonly texts: ReadonlySet<string>;
  /** Inputs with files of the form: one, or a list of several. */
  readonly files: ReadonlySet<string>;
  /** The same for the same form, sent again. */
  readonly fingerprint: unknown;
  /** Deletes its files, where no run has them. */
  discard(): Promise<void>;
};

/** The answer of a handler that sends the content of a file. */
export type FileAnswer = {
  readonly file: {
    readonly name: string;
    readonly mediaType: string;
    readonly sizeBytes: number;
    /** Changes with the content. */
    readonly etag: string;
    /** Whether a browser may show it, if it is of a kind that is safe to show. */
    readonly isInline: boolean;
    /** Its address changes with its content, and everybody may have it. @defaultValue false */
    readonly isImmutable?: boolean;
    read(range: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>;
  };
};

/** The answer of a handler that sends what a workflow says, in whatever format. */
export type RawAnswer = {
  readonly raw: {
    readonly status: number;
    /** Names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    /** Without these and a file the response has no body. */
    readonly bytes?: Uint8Array;
    readonly file?: { readonly sizeBytes: number; read(): AsyncIterable<Uint8Array> };
  };
};

/** The context of every handler, besides the parsed parts of its request. */
export type HandlerContext = Caller & {
  /** Of that workspace. */
  readonly repos: Repositories;
  readonly deps: ApiDependencies;
  readonly requestId: string;
  /** Empty where the contract has no `upload`. */
  readonly upload: UploadedBody;
  /** Of a start that came as a form. */
  readonly form?: Pick<StartForm, 'texts' | 'files' | 'fingerprint'> | undefined;
  /** Scheme and host of the page that sent the request; undefined for programs. */
  readonly origin?: string | undefined;
  /** The `Host` header, which a proxy may have replaced. */
  readonly host?: string | undefined;
  /** Name of the program that sent the request, from its `User-Agent`. */
  readonly client?: string | undefined;
  /** The protocol of the request, where operations are called by one. */
  readonly surface?: Surface | undefined;
  /** Of texts in the answer. */
  readonly language: Language;
  /** A signal that aborts when the client has closed the connection; undefined for calls without one. */
  readonly whenGone?: (() => AbortSignal) | undefined;
  /** Taken before anything is started for a stream; undefined for calls without a request. */
  readonly streamPermit?: StreamPermit | undefined;
  /** W3C trace context of the request, when it has a usable one. */
  readonly traceparent?: string | undefined;
};

type Streams<C extends Contract> = C['results'][keyof C['results']] extends infer R
  ? R extends { readonly stream: unknown }
    ? StreamAnswer
    : R extends { readonly isFile: true }
      ? FileAnswer
      : never
  : never;

type Raws<C extends Contract> = C['results'][keyof C['results']] extends infer R
  ? R extends { readonly isRaw: true }
    ? RawAnswer
    : never
  : never;

export type Answer<C extends Contract> = ContractAnswer<C> | Streams<C> | Raws<C>;

/** A contract with its code. */
export type Handler<C extends Contract = Contract> = {
  readonly contract: C;
  readonly handle: (call: ContractCall<C> & HandlerContext) => Promise<Answer<C>>;
};

/** One operation of the API; errors are thrown as `AppError`. */
export function defineHandler<C extends Contract, const A extends Answer<C>>(
  contract: C,
  // the answer has a type of its own, since TypeScript would read `status: 200` as any number while
  // it still looks for C
  handle: (call: ContractCall<C> & HandlerContext) => Promise<A>,
): Handler<C> {
  return { contract, handle };
}
