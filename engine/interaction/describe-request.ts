import type { ModelMessage } from 'ai';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { PromptPreview, PromptPreviewSection } from '#lib/ports/prompt-preview.ts';
import { priced } from '#lib/run/token-usage.ts';
import { partsOf, weighedText } from './message-text.ts';
import type { ModelRequest } from './model-request.ts';
import { countText, countTokens, type Encoding, encodingOf } from './tokens/count-tokens.ts';

/** A model request in the order in which providers read it, with the tokens of each part. */
export async function describeRequest(handle: ModelHandle, request: ModelRequest): Promise<PromptPreview> {
  const { name, provider, modelId, maxContext, price, marksPromptCache = false } = handle;
  const encoding = encodingOf(modelId);
  const sections = await Promise.all([
    ...(request.tools ?? []).map((tool) => sectionOf('tool', tool.name, { text: JSON.stringify(tool, null, 2), encoding })),
    ...instructionsOf(request).map((part) => sectionOf('instructions', part.name, { text: part.text, encoding })),
    ...request.messages.map((message) => messageSection(message, encoding)),
  ]);
  const totalTokens = sections.reduce((sum, { tokens }) => sum + tokens, 0);
  const usage = priced({ promptTokens: totalTokens, completionTokens: 0, totalTokens }, price);
  return {
    model: { name, provider, modelId },
    maxContext,
    sections,
    totalTokens,
    isEstimated: encoding === undefined,
    costUsd: usage.costUsd,
    marksPromptCache,
  };
}

function instructionsOf({ sections, instructions }: ModelRequest): NonNullable<ModelRequest['sections']> {
  return sections ?? (instructions === undefined ? [] : [{ name: 'instructions', text: instructions }]);
}

async function sectionOf(
  part: PromptPreviewSection['part'],
  name: string,
  { text, encoding }: { text: string; encoding: Encoding | undefined },
): Promise<PromptPreviewSection> {
  return { part, name, text, tokens: await countText(text, encoding) };
}

async function messageSection(message: ModelMessage, encoding: Encoding | undefined): Promise<PromptPreviewSection> {
  const files = partsOf(message).flatMap((part) => (part.type === 'file' ? [`[${part.mediaType}]`] : []));
  const text = [...files, weighedText(message)].join('\n').trim();
  return { part: 'message', name: message.role, text, tokens: await countTokens([message], encoding) };
}
