import type { SpanKey } from './span.ts';

/** The trace that a run belongs to, outside of Threadloom. */
export type TraceContext = {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits: the span of the request that started the run. */
  readonly parentSpanId?: string;
  /** The caller's sampling decision, which this run follows. */
  readonly isSampled: boolean;
};

/** @see https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ULID = /[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/**
 * @returns undefined for what is no `traceparent`; a later version than ours is read as ours, as
 * the standard has it
 */
export function readTraceparent(header: string): (TraceContext & { readonly parentSpanId: string }) | undefined {
  const [, version, traceId = '', parentSpanId = '', flags = '', rest] = TRACEPARENT.exec(header.trim()) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (isZero(traceId) || isZero(parentSpanId)) return undefined;
  return { traceId, parentSpanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/**
 * The trace of the request that started a run; without one a trace of its own, whose id is the ULID
 * in the run's id.
 */
export function traceOfRun(runId: string, traceparent: string | undefined): TraceContext {
  const given = traceparent === undefined ? undefined : readTraceparent(traceparent);
  return given ?? { traceId: traceIdOf(runId), isSampled: true };
}

/** The `traceparent` header of a request that is made inside a span. */
export function traceparentOf({ traceId, isSampled }: TraceContext, spanId: string): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** 16 hex digits, derived from the key: nothing has to be stored, and repeated exports are equal. */
export function spanIdOf(runId: string, key: SpanKey | 'run' | `again ${string}`): string {
  return hash64(`${runId} ${key}`);
}

function traceIdOf(runId: string): string {
  const [ulid] = ULID.exec(runId) ?? [];
  if (ulid === undefined) return hash64(`${runId} trace`) + hash64(`${runId} trace 2`);
  const bits = [...ulid].reduce((value, digit) => value * 32n + BigInt(CROCKFORD.indexOf(digit)), 0n);
  return bits.toString(16).padStart(32, '0');
}

/** FNV-1a over UTF-16, never all zeros, which would be no id. */
function hash64(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  return (hash || 1n).toString(16).padStart(16, '0');
}

function isZero(hex: string): boolean {
  return /^0+$/.test(hex);
}
