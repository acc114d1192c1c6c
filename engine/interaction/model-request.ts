import type { LanguageModelV4 } from '@ai-sdk/provider';
import {
  jsonSchema,
  type ModelMessage,
  simulateStreamingMiddleware,
  type ToolChoice,
  type ToolSet,
  tool,
  wrapLanguageModel,
} from 'ai';
import type { z } from 'zod';
import type { ReasoningEffort } from '#lib/interaction/reasoning-effort.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { OfferedTool } from '../tools/offer-tools.ts';

export type InstructionSection = { readonly name: string; readonly text: string };

/** Settings besides the temperature, under the names that the SDK gives each provider. */
export type SamplingSettings = {
  readonly topP?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
};

/** One model request. */
export type ModelRequest = {
  readonly instructions?: string;
  readonly messages: readonly ModelMessage[];
  /** The named parts of `instructions`, in order. @defaultValue one part */
  readonly sections?: readonly InstructionSection[];
  /** How many of the first messages the next request of the conversation begins with. @defaultValue 0 */
  readonly lastingMessages?: number;
  /** @defaultValue the model's own setting */
  readonly temperature?: number;
  /** @defaultValue none: the provider's own settings */
  readonly sampling?: SamplingSettings;
  /** @defaultValue the model's own setting */
  readonly maxOutputTokens?: number;
  /** @defaultValue the model's own setting */
  readonly reasoningEffort?: ReasoningEffort;
  /** @defaultValue true, where the model can */
  readonly isStreamed?: boolean;
  /** What the model may ask for; the caller runs them. */
  readonly tools?: readonly OfferedTool[];
  readonly toolChoice?: ToolChoice<ToolSet>;
  /** Requests JSON with the provider's own option. The answer must still be validated. */
  readonly responseFormat?: { readonly name: string; readonly schema: JsonSchema };
};

/**
 * Not strict: schemas of authors rarely meet its rules (all fields required, none extra), and
 * strict servers refuse them. Earlier messages are sent whole, with reasoning, since a run may be
 * suspended longer than OpenAI stores them.
 */
const providerOptions = { openai: { strictJsonSchema: false, store: false }, openaiCompatible: { strictJsonSchema: false } };

/** The settings of a call, as the SDK takes them. */
export function settingsOf(handle: ModelHandle, request: ModelRequest) {
  const temperature = request.temperature ?? handle.temperature;
  const reasoning = request.reasoningEffort ?? handle.reasoningEffort;
  return {
    maxOutputTokens: request.maxOutputTokens ?? handle.maxOutputTokens,
    ...(temperature !== undefined && { temperature }),
    ...request.sampling,
    ...(reasoning && { reasoning }),
    ...(request.instructions !== undefined && { instructions: request.instructions }),
    ...(request.tools && { tools: toToolSet(request.tools) }),
    ...(request.toolChoice && { toolChoice: request.toolChoice }),
    ...((request.responseFormat || handle.provider === 'openai') && { providerOptions }),
  };
}

export function toToolSet(tools: readonly OfferedTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema as object) }),
    ]),
  );
}

/** The model as this call needs it: answering in one piece, or in JSON. */
export function modelFor(handle: ModelHandle, { isStreamed = true, responseFormat }: ModelRequest): LanguageModelV4 {
  let { model } = handle;
  if (responseFormat) {
    const { name, schema } = responseFormat;
    const format = { type: 'json' as const, name, schema: schema as object };
    // The SDK's own `output` would parse the unfinished JSON again at every delta.
    model = wrapLanguageModel({
      model,
      middleware: { specificationVersion: 'v4', transformParams: async ({ params }) => ({ ...params, responseFormat: format }) },
    });
  }
  if (isStreamed && handle.canStream) return model;
  return wrapLanguageModel({ model, middleware: simulateStreamingMiddleware() });
}

/**
 * Logs only the metadata of an image: its bytes are at the source in the node's config, and a log is
 * read often.
 */
function withoutBytes(message: ModelMessage): unknown {
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  const content = message.content.map((part) =>
    part.type === 'file' && part.data instanceof Uint8Array
      ? { type: part.type, mediaType: part.mediaType, sizeBytes: part.data.byteLength }
      : part,
  );
  return { ...message, content };
}

type LoggedRequest = z.output<ReturnType<typeof z.json>>;

/** The whole request as the log keeps it. */
export function requestForLog(handle: ModelHandle, request: ModelRequest): LoggedRequest {
  const { instructions, tools: _tools, providerOptions: _options, ...settings } = settingsOf(handle, request);
  const asked: unknown = {
    ...(instructions !== undefined && { instructions }),
    messages: request.messages.map(withoutBytes),
    settings: { ...settings, isStreamed: (request.isStreamed ?? true) && handle.canStream },
    ...(request.tools && { tools: request.tools }),
    ...(request.responseFormat && { outputSchema: request.responseFormat.schema }),
  };
  // The log writes it as JSON.
  return asked as LoggedRequest;
}
