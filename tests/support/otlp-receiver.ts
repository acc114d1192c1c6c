import type { OtlpAttribute, OtlpSpan } from '#server/telemetry/otlp/otlp-span.ts';
import { startLoopbackServer } from './loopback-server.ts';

type Value = string | number | boolean | readonly unknown[];
export type ReceivedSpan = Omit<OtlpSpan, 'attributes'> & { readonly attributes: Readonly<Record<string, Value>> };
type Request = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
};

/** An OTLP over HTTP receiver on loopback with configurable responses. */
export async function startOtlpReceiver() {
  const state = { status: 200, headers: {} as Record<string, string>, taken: [] as Request[] };
  const server = await startLoopbackServer((_, response) => {
    const { body } = server.hits.at(-1) ?? { body: '' };
    if (state.status === 200) state.taken.push(JSON.parse(body) as Request);
    response.writeHead(state.status, { 'content-type': 'application/json', ...state.headers }).end('{}');
  });
  const spans = () =>
    state.taken.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans.map(readable))),
    );
  return {
    ...server,
    state,
    spans,
    /** Attributes of the process that sent the latest request. */
    resource: () => valuesOf(state.taken.at(-1)?.resourceSpans[0]?.resource.attributes ?? []),
    /** The only span with that name. */
    span(name: string): ReceivedSpan {
      const found = spans().filter((span) => span.name === name);
      if (found.length !== 1 || !found[0])
        throw new Error(`${found.length} spans ${name} of ${spans().map((span) => span.name)}`);
      return found[0];
    },
  };
}

function readable(span: OtlpSpan): ReceivedSpan {
  return { ...span, attributes: valuesOf(span.attributes) };
}

function valuesOf(attributes: readonly OtlpAttribute[]): Record<string, Value> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));
}

function plain(value: OtlpAttribute['value']): Value {
  if ('stringValue' in value) return value.stringValue;
  if ('boolValue' in value) return value.boolValue;
  if ('intValue' in value) return Number(value.intValue);
  return 'doubleValue' in value ? value.doubleValue : value.arrayValue.values.map(plain);
}
