import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { VoiceTask } from '#lib/ports/voice-models.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { runReaderOf } from '../resources/run-reader-of.ts';

const SENTENCES: Readonly<Record<VoiceTask, string>> = {
  transcribe: 'The recording cannot be written down at the moment. Try again later, or type your message.',
  speech: 'The answer cannot be read aloud at the moment. Try again later.',
};

/**
 * A call of a model for a caller. Only those who see all of a run read why it failed; the log has it for everyone.
 * @throws {AppError} `unavailable`
 */
export async function answeringVoice<T>(
  { deps, requestId, ...caller }: Pick<HandlerContext, 'deps' | 'requestId' | 'endpoint' | 'language'>,
  task: VoiceTask,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!NodeFailure.is(error) && !(AppError.is(error) && error.code === 'model-not-found')) throw error;
    deps.log.warn('a model of voice failed in a chat', { requestId, task, code: error.code, error });
    const message = runReaderOf(caller).level === 'full' ? error.message : SENTENCES[task];
    throw new AppError('unavailable', message, { cause: error });
  }
}
