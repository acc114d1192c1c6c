import { expect, test } from 'vitest';
import { configSchema } from '../config/config-schema.ts';
import { describeModels } from './describe-models.ts';

const describeAll = (models: object, rest: object = {}) => describeModels(configSchema.parse({ models, ...rest }));

test('without any configuration only the demo model is listed', () => {
  expect(describeAll({})).toMatchObject([{ name: 'demo', isDemo: true, isDefault: true, key: 'not-needed', whyNot: null }]);
});

test('an entry is described with its host, price and abilities, and never with its key or the path of its address', () => {
  const price = { input: 1.25, output: 10, cached_input: 0.125 };
  const [model] = describeAll({
    main: { provider: 'openai', model: 'gpt-5', api_key: 'sk-secret', base_url: 'https://u:pw@proxy.example:8443/v1', price },
  });
  expect(model).toMatchObject({
    name: 'main',
    provider: 'openai',
    modelId: 'gpt-5',
    isDefault: true,
    whyNot: null,
    key: 'set',
    host: 'proxy.example:8443',
    contextTokens: 128_000,
    tools: 'native',
    canStream: true,
    canSee: false,
    reasoningEffort: null,
    price: { input: 1.25, output: 10, cachedInput: 0.125 },
  });
  expect(JSON.stringify(model)).not.toMatch(/secret|pw/);
});

test('unusable entries have their reason, and the demo model answers while none has a key', () => {
  const models = describeAll({
    main: { provider: 'anthropic', model: 'claude' },
    old: { provider: 'openai', model: 'gpt-4', api_key: 'k', enable: false },
  });
  expect(models.map(({ name, whyNot, key, isDefault }) => [name, whyNot, key, isDefault])).toEqual([
    ['demo', null, 'not-needed', true],
    ['main', 'key-missing', 'missing', false],
    ['old', 'disabled', 'set', false],
  ]);
});
