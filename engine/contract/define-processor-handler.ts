import type { ModelMessage } from 'ai';
import type { Language } from '#lib/i18n/language.ts';
import type { AnyProcessorDefinition, ProcessorConfig } from '#lib/interaction/define-processor.ts';
import type { SessionTab } from '#lib/ports/session-tabs.ts';
import type { UserRecord } from '#lib/ports/user-memory.ts';
import type { Memory } from '#lib/run/memory.ts';
import type { Todo } from '#lib/run/todo.ts';

/** Something a conversation made or stored that a later call may read by its name. */
export type Artifact = {
  readonly kind: 'result' | 'file';
  /** What a tool takes: the reference of a stored result, or the path of a file. */
  readonly name: string;
  /** The tool that made it. */
  readonly tool: string;
  /** Characters of a result, bytes of a file. */
  readonly size?: number;
};

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
  countTokens(messages: readonly ModelMessage[]): Promise<number>;
  /** The structured memory of the run. */
  readonly memory: Memory;
  /**
   * Records about the user of the run that fit a question best. Empty for a run without a user, and where
   * the workflow does not remember.
   */
  recall(query: string, limit: number): Promise<readonly UserRecord[]>;
  /** What the page of the conversation last reported about its tabs, the latest first. */
  tabs(limit: number): Promise<readonly SessionTab[]>;
  /** The plan of the conversation; empty without one. */
  readonly todos: readonly Todo[];
  /**
   * The instructions of a skill of the workspace, in the language of the workflow.
   * @throws {NodeFailure} `skill-not-found`
   */
  readSkill(name: string): Promise<string>;
  /** Stored results and files of the conversation, of messages that are no longer in it too. */
  readonly artifacts: readonly Artifact[];
  /** Messages that a person pinned. @defaultValue none */
  readonly isPinned?: (message: ModelMessage) => boolean;
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
