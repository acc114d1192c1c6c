import type { ImageModelV4, SpeechModelV4, TranscriptionModelV4 } from '@ai-sdk/provider';

/** A model for other things than text; a task that its provider does not have is missing. */
export type MediaModels = {
  image?(): ImageModelV4;
  speech?(): SpeechModelV4;
  transcribe?(): TranscriptionModelV4;
};
