import type { ModelMessage } from 'ai';
import type { Language } from '#lib/i18n/language.ts';
import type { AnyProcessorDefinition, ProcessorConfig } from '#lib/interaction/define-processor.ts';

/** What a processor may ask and use. */
export type ProcessorContext = {
  /** Tokens above which a processor begins when its config does not say; 0: always. */
  readonly compactAboveTokens: number;
  /** Whether the messages, and what is sent along with them, are more than so many tokens. */
  isAbove(messages: readonly ModelMessage[], tokens: number): Promise<boolean>;
  /**
   * A text written by the model; undefined when it fails.
   * @param key unique within one use of the processor, by position
   */
  write(key: string, request: { instructions: string; prompt: string }): Promise<string | undefined>;
  /** What it writes to models is in this language. */
  readonly language: Language;
  /** When the conversation began, where that is known; milliseconds since 1970. */
  readonly startedAt: number | undefined;
  readonly now: number;
  /**
   * Before a model call, where it runs again and again; a processor then changes many messages at
   * once instead of one before each call, so that requests begin alike and providers cache them.
   */
  readonly isBeforeCall: boolean;
};

/** Returns the same array when nothing changes. Each tool call keeps its result, and each result its call. */
export type ProcessorHandler<Config = unknown> = (call: {
  messages: readonly ModelMessage[];
  config: Config;
  context: ProcessorContext;
}) => readonly ModelMessage[] | Promise<readonly ModelMessage[]>;

/** The code of a context processor. */
export function defineProcessorHandler<Processor extends AnyProcessorDefinition>(
  _processor: Processor,
  handle: ProcessorHandler<ProcessorConfig<Processor>>,
): ProcessorHandler<ProcessorConfig<Processor>> {
  return handle;
}
