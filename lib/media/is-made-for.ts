import type { MediaModels } from '../ports/media-models.ts';

export type MediaTask = keyof MediaModels;

/** Parts of the names of OpenAI's and Google's models. Their chat models fail at the first such call. */
const NAMES: Readonly<Record<MediaTask, RegExp>> = {
  image: /image|imagen|dall-e|banana/i,
  speech: /tts/i,
  transcribe: /whisper|transcribe/i,
};

/** Whether a model can be made for a task, by its provider and name. Names on other servers say nothing. */
export function isMadeFor(
  { provider, modelId }: { readonly provider: string; readonly modelId: string },
  task: MediaTask,
): boolean {
  if (provider === 'anthropic') return false;
  return (provider !== 'openai' && provider !== 'google') || NAMES[task].test(modelId);
}
