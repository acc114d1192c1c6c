import type { NodeError } from '../run/run-event.ts';

/** Node types that make a model request of their own. */
export const promptNodeTypes = ['llm', 'sub-agent', 'classifier'] as const;

export type PromptPart = 'instructions' | 'tool' | 'message';

/** One named part of a model request, in the order in which it is sent. */
export type PromptPreviewSection = {
  readonly part: PromptPart;
  /** The section of the instructions, the tool, or the role of the message. */
  readonly name: string;
  readonly text: string;
  readonly tokens: number;
};

/** The first model request of a node, which was not sent. */
export type PromptPreview = {
  readonly model: { readonly name: string; readonly provider: string; readonly modelId: string };
  /** Tokens that the model can read. */
  readonly maxContext: number;
  readonly sections: readonly PromptPreviewSection[];
  /** Without images. */
  readonly totalTokens: number;
  /** Estimated from characters, because the vocabulary of the model is not public. */
  readonly isEstimated: boolean;
  /** Of these tokens, uncached; undefined for a model without a price. */
  readonly costUsd: number | undefined;
  /** Whether the request marks what the provider caches. */
  readonly marksPromptCache: boolean;
};

/** The preview, or why the node would fail before its first request. */
export type PromptPreviewResult =
  | { readonly prompt: PromptPreview; readonly error?: never }
  | { readonly prompt?: never; readonly error: NodeError };
