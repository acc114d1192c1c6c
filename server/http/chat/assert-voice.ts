import type { ChatVoice } from '#lib/chat/chat-voice.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { VoiceModels, VoiceTask } from '#lib/ports/voice-models.ts';

const TASKS = { transcriptionModel: 'transcribe', speechModel: 'speech' } as const satisfies Partial<
  Record<keyof ChatVoice, VoiceTask>
>;

type Change = { readonly voice: ChatVoice; readonly before: ChatVoice };

/**
 * Checks the models that were changed: one that was removed since must not keep its page from being changed.
 * @throws {AppError} `model-not-found` with the field, for a model that does not exist or is of another kind
 */
export async function assertVoice({ voice, before }: Change, models: Pick<VoiceModels, 'assertFits'>): Promise<void> {
  for (const [field, task] of Object.entries(TASKS) as [keyof typeof TASKS, VoiceTask][]) {
    const model = voice[field];
    if (model !== null && model !== before[field])
      await models.assertFits(model, task).catch((error: unknown) => refuse(error, { field, model }));
  }
}

function refuse(error: unknown, { field, model }: { field: string; model: string }): never {
  if (!NodeFailure.is(error) && !AppError.is(error)) throw error;
  const hint = NodeFailure.is(error) && error.hint !== undefined ? `. ${error.hint}` : '';
  throw new AppError('model-not-found', `voice.${field}: ${error.message}${hint}`, {
    cause: error,
    details: { field: `voice.${field}`, model },
  });
}
