import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import { trimChars } from '#lib/text/trim-chars.ts';

/** Destination of spans, and what they contain. */
export type OtlpSettings = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly isCompressed: boolean;
  /** Attributes of this process as the source of all spans. */
  readonly resource: Readonly<Record<string, string>>;
  /** Whether prompts, answers, arguments and results go out too. */
  readonly withContents: boolean;
};

type Variables = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 10_000;
const timeoutSchema = z.coerce.number().int().positive();
/** Values of the switch that all instrumentations of models share. */
const CONTENT_ON: readonly string[] = ['true', '1', 'span_only', 'span_and_event'];

/**
 * Reads the standard variables of OpenTelemetry; undefined while they name no endpoint, which
 * leaves every trace in the house.
 * @throws {AppError} `config-invalid` naming the variable
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
export function readOtlpSettings(variables: Variables): OtlpSettings | undefined {
  const read = (name: string) => variables[name]?.trim() || undefined;
  const readOwn = (name: string) => read(`OTEL_EXPORTER_OTLP_TRACES_${name}`) ?? read(`OTEL_EXPORTER_OTLP_${name}`);
  const url = endpointOf(read);
  if (url === undefined || read('OTEL_SDK_DISABLED') === 'true' || read('OTEL_TRACES_EXPORTER') === 'none') return undefined;
  if (readOwn('PROTOCOL') === 'grpc') {
    throw invalid('OTEL_EXPORTER_OTLP_PROTOCOL', 'spans are sent by HTTP, not by gRPC: name the HTTP port, mostly 4318');
  }
  const timeout = timeoutSchema.safeParse(readOwn('TIMEOUT') ?? TIMEOUT_MS);
  if (!timeout.success) throw invalid('OTEL_EXPORTER_OTLP_TIMEOUT', 'it is no number of milliseconds');
  return {
    url,
    headers: pairsOf('OTEL_EXPORTER_OTLP_HEADERS', readOwn('HEADERS')),
    timeoutMs: timeout.data,
    isCompressed: readOwn('COMPRESSION') === 'gzip',
    resource: {
      'service.name': 'threadloom',
      ...pairsOf('OTEL_RESOURCE_ATTRIBUTES', read('OTEL_RESOURCE_ATTRIBUTES')),
      ...(read('OTEL_SERVICE_NAME') && { 'service.name': read('OTEL_SERVICE_NAME') as string }),
    },
    withContents: CONTENT_ON.includes((read('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT') ?? '').toLowerCase()),
  };
}

/** The endpoint of traces is used unchanged; the general one gets a path for each signal. */
function endpointOf(read: (name: string) => string | undefined): string | undefined {
  const own = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  if (own !== undefined) return addressOf('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', own);
  const base = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  return base && addressOf('OTEL_EXPORTER_OTLP_ENDPOINT', `${trimChars(base, '/', { atStart: false })}/v1/traces`);
}

function addressOf(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw invalid(name, 'it is no address; begin with http:// or https://');
}

/** `key=value,key=value`, values percent-encoded. They may be keys, so that no message repeats them. */
function pairsOf(name: string, text = ''): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key = '', ...value] = pair.split('=');
      if (key.trim() === '' || value.length === 0) throw invalid(name, 'write it as name=value,name=value');
      return [key.trim(), decode(name, value.join('=').trim())];
    }),
  );
}

function decode(name: string, value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw invalid(name, 'a % in it begins no percent-encoded character; write %25 for a percent sign');
  }
}

function invalid(name: string, problem: string): AppError {
  return new AppError('config-invalid', `The environment variable ${name} is not usable: ${problem}.`, {
    details: { key: name },
  });
}
