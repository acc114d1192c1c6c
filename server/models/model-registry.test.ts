import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/errors/app-error.ts';
import { parseConfig } from '../config/load-config.ts';
import { makeModelRegistry } from './model-registry.ts';

const registry = (yaml: string) => makeModelRegistry({ config: parseConfig(yaml, { file: 'test.yaml', variables: {} }) });
const local = '{ provider: openai-compatible, base_url: "http://127.0.0.1:1/v1", model: small }';

function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (AppError.is(error) && error.code === 'model-not-found') return error.message;
    throw error;
  }
  return 'no error';
}

describe('with nothing configured', () => {
  test('the demo model answers for default, and identifies itself', () => {
    expect(registry('').resolve('default')).toMatchObject({ name: 'demo', provider: 'demo', isDemo: true });
    expect(registry('').list()).toEqual([
      { name: 'demo', provider: 'demo', modelId: 'demo', isDefault: true, isDemo: true, contextTokens: 128_000 },
    ]);
  });

  test('a model that was named is an error all the same', () => {
    expect(errorOf(() => registry('').resolve('openai/gpt-x'))).toBe(
      "There is no model 'openai/gpt-x'. No model of provider openai is configured; add one under models, with its key.",
    );
  });
});

describe('with models but no key', () => {
  const keyless = 'models: { main: { provider: openai, model: m, api_key: "" }, other: { provider: anthropic, model: n } }';
  test('the demo model answers', () => {
    expect(registry(keyless).resolve('default').isDemo).toBe(true);
    expect(registry(keyless).resolve('other').isDemo).toBe(true);
    expect(registry(keyless).list()).toMatchObject([{ name: 'demo', isDefault: true }]);
  });

  test('unless one of them forbids it', () => {
    const strict = registry('models: { main: { provider: openai, model: m, mock_if_unconfigured: false } }');
    expect(errorOf(() => strict.resolve('default'))).toBe(
      "Model 'main' (openai) has no API key. Set models.main.api_key, or the environment variable it refers to, and start again",
    );
    expect(strict.list()).toEqual([]);
  });
});

describe('with a model that can be used', () => {
  const models = registry(
    `default_model: main\nmodels: { keyless: { provider: openai, model: gpt-x }, main: ${local}, off: { provider: demo, model: demo, enable: false } }`,
  );

  test('the demo model never replaces a configured model that cannot be used', () => {
    expect(errorOf(() => models.resolve('keyless'))).toContain("Model 'keyless' (openai) has no API key");
    expect(errorOf(() => models.resolve('openai/gpt-y'))).toContain("Model 'keyless' (openai) has no API key");
  });

  test('default is the chosen model', () => {
    expect(models.resolve('default')).toMatchObject({
      name: 'main',
      provider: 'openai-compatible',
      modelId: 'small',
      isDemo: false,
    });
  });

  test('a handle carries the settings', () => {
    expect(models.resolve('main')).toMatchObject({
      temperature: 0.7,
      maxOutputTokens: 4096,
      timeoutMs: 60_000,
      retries: 2,
      canStream: true,
    });
  });

  test('provider/model takes the settings of that provider', () => {
    expect(models.resolve('openai-compatible/org/large')).toMatchObject({
      name: 'openai-compatible/org/large',
      modelId: 'org/large',
      timeoutMs: 60_000,
    });
  });

  test('only what can be used is listed', () => {
    expect(models.list()).toEqual([
      { name: 'main', provider: 'openai-compatible', modelId: 'small', isDefault: true, isDemo: false, contextTokens: 128_000 },
    ]);
  });

  test.each([
    ['mian', "There is no model 'mian'. Did you mean 'main'?"],
    ['x', "There is no model 'x'. Known: default, keyless, main, or provider/model of a configured provider."],
    ['off', "Model 'off' is switched off. Set models.off.enable to true to use it"],
    ['/x', "There is no model '/x'. Known: default, keyless, main, or provider/model of a configured provider."],
  ])('%s', (name, message) => {
    expect(errorOf(() => models.resolve(name))).toBe(message);
  });
});

test('without a choice the first model that can be used is the default', () => {
  expect(registry(`models: { keyless: { provider: openai, model: m }, main: ${local} }`).resolve('default').name).toBe('main');
});

test('a chosen default without a key is an error when others can be used', () => {
  const models = registry(`default_model: keyless\nmodels: { keyless: { provider: openai, model: m }, main: ${local} }`);
  expect(errorOf(() => models.resolve('default'))).toContain("Model 'keyless' (openai) has no API key");
});

test.each(['openai', 'anthropic', 'google'])('provider %s is there', (provider) => {
  const { model } = registry(`models: { main: { provider: ${provider}, model: m, api_key: k } }`).resolve('main');
  expect([model.modelId, model.specificationVersion]).toEqual(['m', 'v4']);
});
