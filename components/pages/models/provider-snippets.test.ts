import { expect, test } from 'vitest';
import { parseConfig } from '#server/config/load-config.ts';
import { describeModels } from '#server/models/describe-models.ts';
import { modelPresets } from './model-presets.ts';
import { configSnippet, startSnippet } from './provider-snippets.ts';

test.each(modelPresets)('what is copied for %s is a config that the server takes, and its model can be called', (provider) => {
  const [, variable = 'NONE'] = /^(\w+)=/.exec(startSnippet(provider)) ?? [];
  const config = parseConfig(configSnippet(provider), { file: 'threadloom.config.yaml', variables: { [variable]: 'key' } });
  expect(describeModels(config)).toMatchObject([{ name: 'main', isDefault: true, whyNot: null }]);
});
