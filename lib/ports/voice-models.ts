import type { OutsideMeter } from './model-meter.ts';

export type VoiceTask = 'transcribe' | 'speech';

/** A call, and who pays for it. */
export type VoiceCall = {
  /** Of the config, or `provider/model`. */
  readonly model: string;
  readonly signal: AbortSignal;
  readonly meter: OutsideMeter;
};

/** Transcription and speech in chats, for calls that no run makes. */
export interface VoiceModels {
  /**
   * Resolves where the model is made for the task.
   * @throws {AppError} `model-not-found`
   * @throws {NodeFailure} `media-unsupported`
   */
  assertFits(model: string, task: VoiceTask): Promise<void>;
  /**
   * The text of a recording; empty for silence.
   * @param seconds of the recording, for its price where the model does not say
   * @throws {AppError} `model-not-found`
   * @throws {NodeFailure} of the model, its rate limit or a budget
   */
  transcribe(recording: { readonly bytes: Uint8Array; readonly seconds: number }, call: VoiceCall): Promise<string>;
  /** @throws as `transcribe` */
  speak(
    spoken: { readonly text: string; readonly voice: string | undefined },
    call: VoiceCall,
  ): Promise<{ readonly bytes: Uint8Array; readonly mediaType: string }>;
}
