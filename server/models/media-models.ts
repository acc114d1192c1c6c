import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { isMadeFor } from '#lib/media/is-made-for.ts';
import type { MediaModels } from '#lib/ports/media-models.ts';
import type { ModelConfig } from '../config/model-config-schema.ts';
import { demoMedia } from './demo-media.ts';
import type { ModelTransport } from './model-transport.ts';

/**
 * What the model of a config makes besides text, its calls going through `transport`. Behind a `base_url` of its own,
 * its name says nothing.
 */
export function makeMediaModels(config: ModelConfig, modelId: string, transport: ModelTransport): MediaModels {
  const media = mediaOfProvider(config, modelId, transport);
  if (config.base_url !== undefined) return media;
  const { provider } = config;
  return {
    ...(isMadeFor({ provider, modelId }, 'image') && { image: media.image }),
    ...(isMadeFor({ provider, modelId }, 'speech') && { speech: media.speech }),
    ...(isMadeFor({ provider, modelId }, 'transcribe') && { transcribe: media.transcribe }),
  };
}

function mediaOfProvider(config: ModelConfig, modelId: string, transport: ModelTransport): MediaModels {
  const apiKey = config.api_key ?? '';
  const shared = {
    apiKey,
    fetch: transport.fetch({ secrets: [apiKey] }),
    ...(config.base_url !== undefined && { baseURL: config.base_url }),
  };
  switch (config.provider) {
    case 'openai': {
      const openai = createOpenAI(shared);
      return {
        image: () => openai.image(modelId),
        speech: () => openai.speech(modelId),
        transcribe: () => openai.transcription(modelId),
      };
    }
    case 'openai-compatible': {
      // Its package has images only; the paths of speech are those of OpenAI.
      const openai = createOpenAI(shared);
      return {
        image: () =>
          createOpenAICompatible({
            name: 'openai-compatible',
            baseURL: config.base_url ?? '',
            fetch: shared.fetch,
            ...(apiKey !== '' && { apiKey }),
          }).imageModel(modelId),
        speech: () => openai.speech(modelId),
        transcribe: () => openai.transcription(modelId),
      };
    }
    case 'google': {
      const google = createGoogle(shared);
      return {
        image: () => google.image(modelId),
        speech: () => google.speech(modelId),
        transcribe: () => google.transcription(modelId),
      };
    }
    case 'demo':
      return demoMedia;
    case 'anthropic':
      return {};
    default:
      return config.provider satisfies never;
  }
}
