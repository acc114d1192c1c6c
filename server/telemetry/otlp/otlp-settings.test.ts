import { describe, expect, test } from 'vitest';
import { readOtlpSettings } from './otlp-settings.ts';

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/';

describe('the variables of OpenTelemetry', () => {
  test('that name no receiver leave every trace in the house', () => {
    expect(readOtlpSettings({})).toBeUndefined();
    expect(readOtlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_SERVICE_NAME: 'x' })).toBeUndefined();
    expect(readOtlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
    expect(readOtlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
  });

  test('send no prompts and answers by default', () => {
    expect(readOtlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: {},
      timeoutMs: 10_000,
      isCompressed: false,
      resource: { 'service.name': 'threadloom' },
      withContents: false,
    });
  });

  test('for traces go before those for everything', () => {
    const settings = readOtlpSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-general=1',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=Basic%20abc%3D, x-team = a=b',
      OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '500',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,host.name=h1',
      OTEL_SERVICE_NAME: 'bot',
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'SPAN_ONLY',
    });
    expect(settings).toEqual({
      url: 'https://traces.example/in',
      headers: { authorization: 'Basic abc=', 'x-team': 'a=b' },
      timeoutMs: 500,
      isCompressed: true,
      resource: { 'service.name': 'bot', 'host.name': 'h1' },
      withContents: true,
    });
  });

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'ftp://collector'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', 'soon'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a-very-secret-key'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz'],
  ])('%s=%s is refused by name, without repeating what may be a key', (name, value) => {
    expect(() => readOtlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, [name]: value })).toThrow(name);
    expect(() => readOtlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, [name]: value })).not.toThrow('secret');
  });
});
