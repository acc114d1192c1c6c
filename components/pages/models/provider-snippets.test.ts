import { expect, test } from 'vitest';
import { parseConfig } from '#server/config/load-config.ts';
import { describeModels } from '#server/models/describe-models.ts';
import { modelPresets } from './model-presets.ts';
import { configSnippet, startSnippet } from './provider-snippets.ts';

test.each(modelPresets)('the snippet for %s is a valid config with a usable model', (provider) => {
  const [, variable = 'NONE'] = /^(\w+)=/.exec(startSnippet(provider)) ?? [];
  const config = parseConfig(configSnippet(provider), { file: 'threadloom.config.yaml', variables: { [variable]: 'key' } });
  expect(describeModels(config)).toMatchObject([{ name: 'main', isDefault: true, whyNot: null }]);
});
