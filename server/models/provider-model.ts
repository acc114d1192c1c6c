import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defaultSettingsMiddleware, wrapLanguageModel } from 'ai';
import type { ModelConfig } from '../config/model-config-schema.ts';
import { makeDemoModel } from './demo-model.ts';
import { withExactArguments } from './exact-arguments.ts';
import type { AnswerMender } from './mending/answer-mender.ts';
import { makeChatMender } from './mending/mend-chat.ts';
import { makeGenerateMender } from './mending/mend-generate.ts';
import { makeMessagesMender } from './mending/mend-messages.ts';
import { makeResponsesMender } from './mending/mend-responses.ts';
import { makeChatDeltaMerger } from './merge-chat-deltas.ts';
import type { ModelTransport } from './model-transport.ts';
import { withAcceptedToolNames } from './tool-names.ts';

/** The SDK's model of a config, its calls going through `transport`. */
export function makeProviderModel(config: ModelConfig, modelId: string, transport: ModelTransport): LanguageModelV4 {
  const model = withAcceptedToolNames(withExactArguments(makeModel(config, modelId, transport)));
  if (!config.stop?.length) return model;
  return wrapLanguageModel({ model, middleware: defaultSettingsMiddleware({ settings: { stopSequences: config.stop } }) });
}

const menders: Readonly<Record<ModelConfig['provider'], (() => AnswerMender) | undefined>> = {
  openai: makeResponsesMender,
  anthropic: makeMessagesMender,
  google: makeGenerateMender,
  'openai-compatible': makeChatMender,
  demo: undefined,
};

function makeModel(config: ModelConfig, modelId: string, transport: ModelTransport): LanguageModelV4 {
  const apiKey = config.api_key ?? '';
  const makeMender = menders[config.provider];
  const fetch = transport.fetch({
    secrets: [apiKey],
    ...(makeMender && { makeMender }),
    ...(config.credential !== undefined && { credentialId: config.credential }),
    ...(config.provider === 'openai-compatible' && { makeEventRewrite: makeChatDeltaMerger }),
  });
  const shared = { apiKey, fetch, ...(config.base_url !== undefined && { baseURL: config.base_url }) };
  switch (config.provider) {
    case 'openai':
      return createOpenAI(shared)(modelId);
    case 'anthropic':
      return createAnthropic(shared)(modelId);
    case 'google':
      return createGoogle(shared)(modelId);
    case 'openai-compatible':
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: config.base_url ?? '',
        fetch,
        includeUsage: config.stream_include_usage,
        supportsStructuredOutputs: config.support_json_schema ?? false,
        ...(apiKey !== '' && { apiKey }),
      })(modelId);
    case 'demo':
      return makeDemoModel();
    default:
      return config.provider satisfies never;
  }
}
