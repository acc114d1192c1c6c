import type { ImageModelV4, SpeechModelV4, TranscriptionModelV4 } from '@ai-sdk/provider';

/** A model for other things than text; a task that its provider does not have is missing. */
export type MediaModels = {
  readonly image?: () => ImageModelV4;
  readonly speech?: () => SpeechModelV4;
  readonly transcribe?: () => TranscriptionModelV4;
};
