/**
 * A value as OTLP's JSON has it: 64-bit numbers are texts.
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
type OtlpValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly OtlpValue[] } };
export type OtlpAttribute = { readonly key: string; readonly value: OtlpValue };

export type OtlpSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly flags: number;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly status: { readonly code?: number; readonly message?: string };
};

export const SPAN_KIND = { internal: 1, client: 3 } as const;
export const STATUS_ERROR = 2;
/** Sampled, and it is known whether the parent is elsewhere: here it is not. */
export const FLAGS_LOCAL = 0x101;
/** As `FLAGS_LOCAL`, with a parent in another process. */
export const FLAGS_REMOTE = 0x301;

/** Attributes by name, those without a value left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export function toAttributes(attributes: Attributes): OtlpAttribute[] {
  return Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: toValue(value) }]));
}

function toValue(value: string | number | boolean | readonly string[]): OtlpValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value !== 'number') return { arrayValue: { values: value.map((each) => ({ stringValue: each })) } };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Milliseconds since 1970 as nanoseconds, which are beyond what a number holds exactly. */
export function toNanos(ms: number): string {
  return `${Math.max(0, Math.round(ms))}000000`;
}
