import { generateSpeech, NoTranscriptGeneratedError, transcribe } from 'ai';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle, ModelRegistry } from '#lib/ports/model-registry.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { VoiceCall, VoiceModels } from '#lib/ports/voice-models.ts';
import { type MediaAmount, NO_USAGE, pricedMedia } from '#lib/run/token-usage.ts';
import { modelFor, reasonOf } from './call-media.ts';
import { failedAttempt, timedOut } from './model-failure.ts';
import { waitForRateLimit } from './wait-for-rate-limit.ts';

type Ports = { readonly models: Pick<ModelRegistry, 'resolve'>; readonly clock: Clock };
type Made<Value> = { readonly value: Value; readonly amount: MediaAmount };
/** What browsers play everywhere. */
const FORMAT = 'mp3';

/** Speech of chats by the models of a registry: within rate limits and budgets, and in the log of no run. */
export function makeVoiceModels({ models, clock }: Ports): VoiceModels {
  async function call<Value>(
    { handle, signal, meter, said }: Omit<VoiceCall, 'model'> & { readonly handle: ModelHandle; readonly said: string },
    make: (settings: { readonly abortSignal: AbortSignal; readonly maxRetries: number }) => Promise<Made<Value>>,
  ): Promise<Value> {
    const { timeoutMs, retries, price } = handle;
    const end = await meter.begin();
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      await waitForRateLimit(handle, { messages: [{ role: 'user', content: said }] }, { clock, signal });
      const { value, amount } = await make({ abortSignal: AbortSignal.any([signal, limit]), maxRetries: retries });
      end({ usage: pricedMedia(NO_USAGE, amount, price) });
      return value;
    } catch (error) {
      if (signal.aborted) {
        end('cancelled');
        throw signal.reason;
      }
      const failure = NodeFailure.is(error) ? error : failureOf(error, { handle, isLate: limit.aborted });
      end({ failure });
      throw failure;
    }
  }
  function failureOf(error: unknown, { handle, isLate }: { handle: ModelHandle; isLate: boolean }): NodeFailure {
    const { failure } = isLate ? timedOut(handle, { hasBegun: false }) : failedAttempt(reasonOf(error), handle, clock.now());
    return failure;
  }
  return {
    async assertFits(name, task) {
      const handle = models.resolve(name);
      modelFor<unknown>(handle.media?.[task], task, handle);
    },
    async transcribe({ bytes, seconds }, { model: name, ...options }) {
      const handle = models.resolve(name);
      const model = modelFor(handle.media?.transcribe, 'transcribe', handle);
      return call({ ...options, handle, said: '' }, async (settings) => {
        try {
          const { text, durationInSeconds } = await transcribe({ ...settings, model, audio: bytes });
          return { value: text.trim(), amount: { audioSeconds: durationInSeconds ?? seconds } };
        } catch (error) {
          // The SDK calls silence a failure.
          if (NoTranscriptGeneratedError.isInstance(error)) return { value: '', amount: { audioSeconds: seconds } };
          throw error;
        }
      });
    },
    async speak({ text, voice }, { model: name, ...options }) {
      const handle = models.resolve(name);
      const model = modelFor(handle.media?.speech, 'speech', handle);
      return call({ ...options, handle, said: text }, async (settings) => {
        const spoken = { ...settings, model, text, outputFormat: FORMAT, ...(voice !== undefined && { voice }) };
        const { audio } = await generateSpeech(spoken);
        return { value: { bytes: audio.uint8Array, mediaType: audio.mediaType }, amount: { spokenChars: text.length } };
      });
    },
  };
}
