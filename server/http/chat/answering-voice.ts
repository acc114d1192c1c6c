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
 * A call of a model, which ends when its caller leaves. Only those who see all of a run read why it failed.
 * @throws {AppError} `unavailable`, whose cause is in the log of the server
 */
export async function answeringVoice<T>(
  { whenGone, ...caller }: Pick<HandlerContext, 'whenGone' | 'endpoint' | 'language'>,
  task: VoiceTask,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = whenGone?.() ?? new AbortController().signal;
  try {
    return await call(signal);
  } catch (error) {
    const isKnown = NodeFailure.is(error) || (AppError.is(error) && error.code === 'model-not-found');
    if (!isKnown && !signal.aborted) throw error;
    const isShown = isKnown && runReaderOf(caller).level === 'full';
    throw new AppError('unavailable', isShown ? error.message : SENTENCES[task], { cause: error });
  }
}
