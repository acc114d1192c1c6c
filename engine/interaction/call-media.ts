import { generateImage, generateSpeech, NoImageGeneratedError, transcribe } from 'ai';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import { type MediaAmount, NO_USAGE, pricedMedia } from '#lib/run/token-usage.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { errorForLog } from './call-model.ts';
import { failedAttempt, nameOf, timedOut } from './model-failure.ts';
import { waitForRateLimit } from './wait-for-rate-limit.ts';

export type MediaFile = { readonly bytes: Uint8Array; readonly mediaType: string };
export type Transcript = {
  readonly text: string;
  readonly segments: readonly { readonly text: string; readonly startSecond: number; readonly endSecond: number }[];
  readonly language: string | null;
  readonly durationInSeconds: number | null;
};
type ImageRequest = { readonly text: string; readonly count: number; readonly size?: string | undefined };
type SpeechRequest = { readonly text: string; readonly voice?: string | undefined; readonly format: string };
type AudioRequest = { readonly name: string; readonly bytes: Uint8Array };

const NOUNS = { image: 'images', speech: 'speech', transcribe: 'transcripts' } as const;

/** @throws {NodeFailure} as `callModel`; `media-unsupported` */
export async function makeImages({ text, count, size }: ImageRequest, handle: ModelHandle, context: ExecutorContext) {
  const model = modelFor(handle.media?.image, 'image', handle);
  const request = { task: 'image', prompt: text, n: count, ...(size !== undefined && { size }) };
  return call(request, handle, context, async (settings) => {
    const sized = size === undefined ? {} : { size: size as `${number}x${number}` };
    const { images, usage } = await generateImage({ ...settings, ...sized, model, prompt: text, n: count });
    const files = images.map(({ uint8Array, mediaType }): MediaFile => ({ bytes: uint8Array, mediaType }));
    return { value: files, content: '', usage: toUsage(usage), amount: { images: files.length } };
  });
}

/** @throws {NodeFailure} as `callModel`; `media-unsupported` */
export async function makeSpeech({ text, voice, format }: SpeechRequest, handle: ModelHandle, context: ExecutorContext) {
  const model = modelFor(handle.media?.speech, 'speech', handle);
  const request = { task: 'speech', text, format, ...(voice !== undefined && { voice }) };
  return call(request, handle, context, async (settings) => {
    const { audio } = await generateSpeech({
      ...settings,
      ...(voice !== undefined && { voice }),
      model,
      text,
      outputFormat: format,
    });
    const file: MediaFile = { bytes: audio.uint8Array, mediaType: audio.mediaType };
    return { value: file, content: '', usage: NO_USAGE, amount: { spokenChars: text.length } };
  });
}

/** @throws {NodeFailure} as `callModel`; `media-unsupported` */
export async function writeDown({ name, bytes }: AudioRequest, handle: ModelHandle, context: ExecutorContext) {
  const model = modelFor(handle.media?.transcribe, 'transcribe', handle);
  const request = { task: 'transcribe', audio: { name, sizeBytes: bytes.byteLength } };
  return call(request, handle, context, async (settings) => {
    const { text, segments, language = null, durationInSeconds = null } = await transcribe({ ...settings, model, audio: bytes });
    const value: Transcript = {
      text,
      segments: segments.map(({ text: said, startSecond, endSecond }) => ({ text: said, startSecond, endSecond })),
      language,
      durationInSeconds,
    };
    return { value, content: text, usage: NO_USAGE, amount: { audioSeconds: durationInSeconds ?? lastSecond(segments) } };
  });
}

/** @throws {NodeFailure} `media-unsupported` */
export function modelFor<Model>(make: (() => Model) | undefined, task: keyof typeof NOUNS, handle: ModelHandle): Model {
  if (make) return make();
  throw new NodeFailure('media-unsupported', `${nameOf(handle)} makes no ${NOUNS[task]}`, {
    path: 'config.model',
    hint: 'Choose a model of OpenAI, Google or an OpenAI-compatible server that is made for it',
  });
}

type Settings = { readonly abortSignal: AbortSignal; readonly maxRetries: number };
type Made<Value> = {
  readonly value: Value;
  readonly content: string;
  readonly usage: TokenUsage;
  readonly amount: MediaAmount;
};

/** One call within rate limits, limits and budgets, logged like a call of a language model. */
async function call<Value>(
  request: Readonly<Record<string, string | number | object>>,
  handle: ModelHandle,
  context: ExecutorContext,
  make: (settings: Settings) => Promise<Made<Value>>,
): Promise<Value> {
  const { clock, signal } = context;
  context.beforeModelRequest?.(handle, request);
  await context.admitModelCall();
  const said = typeof request.prompt === 'string' ? request.prompt : typeof request.text === 'string' ? request.text : '';
  const reservation = await waitForRateLimit(handle, { messages: [{ role: 'user', content: said }] }, context);
  const callId = context.newId('call');
  const startedAt = clock.now();
  const { name, provider, modelId } = handle;
  context.emit({ type: 'llm_call', callId, model: { name, provider, modelId }, request: request as Record<string, never> });
  const end = ({ content, usage, error }: { content: string; usage: TokenUsage; error?: NodeFailure }) => {
    const durationMs = Math.max(0, clock.now() - startedAt);
    const finishReason = error ? 'error' : 'stop';
    context.emit({
      type: 'llm_result',
      callId,
      finishReason,
      content,
      usage,
      durationMs,
      ...(error && { error: errorForLog(error) }),
    });
    context.countUsage(usage, { llmCalls: 1 });
  };
  const limit = AbortSignal.timeout(handle.timeoutMs);
  try {
    const made = await make({ abortSignal: AbortSignal.any([signal, limit]), maxRetries: handle.retries });
    const usage = pricedMedia(made.usage, made.amount, handle.price);
    if (usage.totalTokens > 0) reservation?.setTokens(usage.totalTokens);
    end({ ...made, usage });
    return made.value;
  } catch (error) {
    if (signal.aborted) {
      end({ content: '', usage: NO_USAGE });
      throw signal.reason;
    }
    const { failure } = limit.aborted
      ? timedOut(handle, { hasBegun: false })
      : failedAttempt(reasonOf(error), handle, clock.now());
    end({ content: '', usage: NO_USAGE, error: failure });
    throw failure;
  }
}

/** The error of the last attempt, where the SDK made several. */
export function reasonOf(error: unknown): unknown {
  if (NoImageGeneratedError.isInstance(error)) return error;
  const { lastError } = (error ?? {}) as { lastError?: unknown };
  return lastError ?? error;
}

/** Of a transcript whose server does not say how long the audio is. */
function lastSecond(segments: readonly { readonly endSecond: number }[]): number {
  return Math.max(0, ...segments.map(({ endSecond }) => endSecond));
}

function toUsage(usage: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined): TokenUsage {
  const { inputTokens: promptTokens = 0, outputTokens: completionTokens = 0 } = usage ?? {};
  return { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens };
}
