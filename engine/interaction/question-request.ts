import type { ModelMessage, UserModelMessage } from 'ai';
import type { Language } from '#lib/i18n/language.ts';
import { joinSections } from '#lib/interaction/agent-prompt.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { isAdded } from '#lib/run/context-parts.ts';
import { hashOf } from '../contract/context-edit.ts';
import type { Interaction } from './interaction.ts';
import { textOf } from './message-text.ts';
import type { InstructionSection, ModelRequest } from './model-request.ts';
import { responseFormatOf, schemaInstructions } from './structured-output.ts';
import type { ToolImages } from './tool-images.ts';

/** What a strategy requests from a model next. */
export type Question = {
  /** Said after the conversation, and forgotten with the answer. */
  readonly also?: readonly ModelMessage[];
  /** Any tool, or the one of this name. */
  readonly mustCallTool?: boolean | string;
  /** Only an answer will do: no tools are offered. */
  readonly isLast?: boolean;
  /** It asks again for an answer that did not fit: no limit of model calls applies, since it happens once. */
  readonly isRepair?: boolean;
  /** Sent instead of the conversation and its instructions, to an outsider such as a judge. */
  readonly instead?: { readonly instructions: string; readonly messages: readonly ModelMessage[] };
  /**
   * What the answer has to match instead of the interaction's output schema, which the instructions
   * then leave out too: they stay the same from call to call.
   */
  readonly format?: JsonSchema | 'text';
  /** The answer is not the node's: its deltas are not streamed. */
  readonly isHidden?: boolean;
};

type Sent = {
  readonly interaction: Interaction;
  readonly handle: ModelHandle;
  /** The conversation, as the context processors left it. */
  readonly messages: readonly ModelMessage[];
  /** The one of `messages` that the images belong to. */
  readonly prompt: UserModelMessage | undefined;
  /** Hashes of messages that a person dropped. */
  readonly dropped: ReadonlySet<string>;
  /** Of results in `messages`. */
  readonly toolImages: ToolImages;
  readonly language: Language;
};

/** A question of a strategy as a request to this model: what comes first is the same from call to call. */
export function requestFor(
  { also = [], mustCallTool, isLast, instead, format }: Question,
  { interaction, handle, messages, prompt, dropped, toolImages, language }: Sent,
): ModelRequest {
  const {
    temperature,
    sampling,
    maxOutputTokens,
    reasoningEffort,
    isStreamed,
    tools = [],
    outputSchema: ownSchema,
  } = interaction;
  const hasTools = tools.length > 0 && !isLast;
  const outputSchema = format === 'text' ? undefined : (format ?? ownSchema);
  const instructions = instead?.instructions ?? interaction.instructions;
  const isKept = (example: ModelMessage) => dropped.size === 0 || !dropped.has(hashOf(example));
  const examples = instead ? [] : (interaction.examples ?? []).filter(isKept);
  const schemaText =
    !format && !interaction.hasSchemaInInstructions && ownSchema && schemaInstructions(ownSchema, { hasTools, language });
  const ownSections = instead ? undefined : interaction.sections;
  const sections: readonly InstructionSection[] = [
    ...(ownSections ?? (instructions ? [{ name: 'instructions', text: instructions }] : [])),
    ...(schemaText ? [{ name: 'schema', text: schemaText }] : []),
  ];
  const conversation = [...examples, ...messages].filter(hasContent);
  const asked = [...conversation, ...also.filter(hasContent)];
  const shown = instead || !handle.supportsVision ? asked : toolImages.show(asked, language);
  const takesFormat = !hasTools || (handle.takesSchemaWithTools && handle.toolProtocol === 'native' && !mustCallTool);
  const responseFormat = outputSchema && takesFormat ? responseFormatOf(outputSchema) : undefined;
  return {
    messages: shown.map((message) => (message === prompt ? withImages(message, interaction) : message)),
    lastingMessages: instead ? 0 : conversation.findLastIndex((message) => !isAdded(textOf(message))) + 1,
    ...(sections.length > 0 && { instructions: joinSections(sections), sections }),
    ...(temperature !== undefined && { temperature }),
    ...(sampling && { sampling }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(reasoningEffort && { reasoningEffort }),
    ...(isStreamed !== undefined && { isStreamed }),
    ...(hasTools && { tools }),
    ...(hasTools && mustCallTool && { toolChoice: toolChoiceOf(mustCallTool) }),
    ...(responseFormat && { responseFormat }),
  };
}

function toolChoiceOf(mustCall: true | string): NonNullable<ModelRequest['toolChoice']> {
  return mustCall === true ? 'required' : { type: 'tool', toolName: mustCall };
}

/** Some servers refuse an empty message. */
function hasContent({ content }: ModelMessage): boolean {
  return content !== '';
}

function withImages(message: ModelMessage, { images, prompt }: Interaction): ModelMessage {
  if (!images || prompt === undefined) return message;
  return { role: 'user', content: [...images, { type: 'text', text: prompt }] };
}
