import { Buffer } from 'node:buffer';
import type { ModelMessage } from 'ai';
import { weighedText } from '../message-text.ts';
import { countWithTokenizer } from './tokenizer.ts';

/** A public vocabulary that a model's tokens are made by. */
export type Encoding = 'o200k_base' | 'cl100k_base';

/** Where no public tokenizer fits. */
const CHARACTERS_PER_TOKEN = 2.5;
/** Tokens of a message besides its text. https://github.com/openai/openai-cookbook, "How to count tokens" */
const TOKENS_PER_MESSAGE = 4;

/** The vocabulary of a model by its name; undefined where none is public. */
export function encodingOf(modelId: string): Encoding | undefined {
  const name = modelId.slice(modelId.lastIndexOf('/') + 1);
  if (/^(gpt-4o|gpt-4\.[1-9]|gpt-[5-9]|gpt-oss|chatgpt-|o\d)/.test(name)) return 'o200k_base';
  return /^gpt-(4|3\.5)/.test(name) ? 'cl100k_base' : undefined;
}

/** An upper bound, almost for free: no token of a byte vocabulary is less than a byte. */
export function tokenBound(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + weightOf(message).bytes + TOKENS_PER_MESSAGE, 0);
}

/**
 * The tokens of the messages: by the model's vocabulary where it is public, else estimated.
 * @remarks Loading a vocabulary takes most of a second, in a worker thread: use `tokenBound` where
 * it suffices.
 */
export async function countTokens(messages: readonly ModelMessage[], encoding: Encoding | undefined): Promise<number> {
  const uncounted = encoding ? messages.filter((message) => weightOf(message).tokens[encoding] === undefined) : [];
  if (encoding && uncounted.length > 0) {
    const counts = await countWithTokenizer(uncounted.map(weighedText), encoding);
    for (const [index, message] of uncounted.entries()) weightOf(message).tokens[encoding] = counts?.[index];
  }
  return messages.reduce((sum, message) => sum + tokensOf(message, encoding) + TOKENS_PER_MESSAGE, 0);
}

/** The tokens of a text, as `countTokens` counts those of a message. */
export async function countText(text: string, encoding: Encoding | undefined): Promise<number> {
  return (await countTokens([{ role: 'user', content: text }], encoding)) - TOKENS_PER_MESSAGE;
}

/** A guess of the tokens of a text. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

type Weight = { readonly bytes: number; readonly estimate: number; readonly tokens: { [E in Encoding]?: number | undefined } };
const weights = new WeakMap<ModelMessage, Weight>();

function weightOf(message: ModelMessage): Weight {
  const known = weights.get(message);
  if (known) return known;
  const text = weighedText(message);
  const weight = { bytes: Buffer.byteLength(text), estimate: estimateTokens(text), tokens: {} };
  weights.set(message, weight);
  return weight;
}

function tokensOf(message: ModelMessage, encoding: Encoding | undefined): number {
  const { tokens, estimate } = weightOf(message);
  return (encoding && tokens[encoding]) ?? estimate;
}
