import type { FilePart, ModelMessage } from 'ai';
import type { SkillMode } from '#lib/agents/skill-modes.ts';
import type { ProcessorStep } from '#lib/interaction/processor-step.ts';
import type { ReasoningEffort } from '#lib/interaction/reasoning-effort.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { NodeError, TokenUsage } from '#lib/run/run-event.ts';
import type { Citation } from '#lib/text/citation.ts';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import type { InteractionContext } from '../contract/interaction-context.ts';
import type { WantedToolCall } from '../contract/wanted-tool-call.ts';
import type { OfferedTool } from '../tools/offer-tools.ts';
import type { OnIncomplete } from './answer-end.ts';
import type { InteractionEngine } from './interaction-engine.ts';
import type { InstructionSection, SamplingSettings } from './model-request.ts';
import type { ResultValidation } from './validate-result.ts';

/** What a node or an agent gives an interaction: models, messages, tools and limits. */
export type Interaction = {
  /** In fallback order, at least one. */
  readonly models: readonly [ModelHandle, ...ModelHandle[]];
  readonly instructions?: string;
  /** The named parts that the instructions are made of. @defaultValue one part */
  readonly sections?: readonly InstructionSection[];
  /** The instructions say already what the output schema is. @defaultValue false: it is added to them */
  readonly hasSchemaInInstructions?: boolean;
  /** The earlier conversation. Gets the new messages once the interaction has succeeded. */
  readonly conversation: InteractionContext;
  /** The user message to be answered. @defaultValue none: the conversation is answered */
  readonly prompt?: string;
  /** Sent before the conversation of each call, but not part of it. */
  readonly examples?: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  /** Sent with the prompt of each call, but not part of the conversation. */
  readonly images?: readonly FilePart[];
  readonly temperature?: number;
  readonly sampling?: SamplingSettings;
  readonly maxOutputTokens?: number;
  /** @defaultValue the setting of each model */
  readonly reasoningEffort?: ReasoningEffort;
  readonly isStreamed?: boolean;
  /** @defaultValue none */
  readonly tools?: readonly OfferedTool[];
  /** The skills that may become active for its message. @defaultValue none */
  readonly skills?: SkillOffer;
  readonly activeSkill?: ActiveSkillLimit;
  /** Looks at the results of tool calls, and says what is different from then on. @defaultValue nothing */
  readonly afterTools?: (done: ToolsDone, context: ExecutorContext) => Promise<ToolChange | undefined>;
  /** The first call of a model has to call a tool, or the one of this name. */
  readonly mustCallTool?: boolean | string;
  /** Model calls of this interaction while it uses tools; a model may allow fewer. */
  readonly maxIterations: number;
  /** @defaultValue no limit */
  readonly maxToolCalls?: number;
  /** Agents that run concurrently when the model calls several in one answer. @defaultValue 1 */
  readonly workersAtOnce?: number;
  /** @defaultValue an answer that was cut off is taken with a warning, and one without an answer in it fails */
  readonly onIncomplete?: OnIncomplete;
  /** The output is a value that fits, instead of text. */
  readonly outputSchema?: JsonSchema;
  /**
   * In order before each model call.
   * @defaultValue compress-tool-results; summarize-rounds when the context gets full
   */
  readonly contextProcessors?: readonly ProcessorStep[];
  /**
   * Who checks the results of tools before the model sees them.
   * @defaultValue rules of the tools that are always checked
   */
  readonly validation?: ResultValidation;
  /** Id of the agent that sets the limits. @defaultValue the node sets them */
  readonly agent?: string;
  /** Sets this interaction apart from others of the same node. @defaultValue '' */
  readonly key?: string;
};

/** `maxIterations`: how many model calls of the interaction a skill allows, those before it became active included. */
export type ActiveSkillLimit = { readonly name: string; readonly maxIterations: number };
export type ToolsDone = {
  readonly calls: readonly WantedToolCall[];
  /** In the order of `calls`. */
  readonly results: readonly ToolResult[];
  /** Of the answer with the calls; unique in its context. */
  readonly step: string;
  /** Model calls so far. */
  readonly rounds: number;
};
export type ToolChange = { readonly tools: readonly OfferedTool[]; readonly activeSkill: ActiveSkillLimit };

export type SkillOffer = {
  readonly mode: SkillMode;
  /** Every enabled one when empty. */
  readonly names: readonly string[];
  /** Whether the model gets the tools that read skills and run their scripts. @defaultValue true */
  readonly mayCallTools?: boolean;
};

export type InteractionResult = {
  readonly output: unknown;
  /** The final answer as the model wrote it. */
  readonly text: string;
  /** How it ended; undefined in results that were stored before this was known. */
  readonly finishReason?: string;
  /** Of this interaction alone, calls taken from the ledger included. */
  readonly llmCalls: number;
  readonly toolCalls: number;
  readonly tokenUsage: TokenUsage;
  /** The sources that the answer cites as `[n]`. */
  readonly citations: readonly Citation[];
  /** All numbered sources of the conversation. */
  readonly sources: readonly Citation[];
  /** The agent that the conversation passed to: there is no answer yet. */
  readonly handoff?: string;
};

/** How a branch of an interaction ended, as the ledger stores it. */
export type BranchOutcome =
  | { readonly result: InteractionResult; readonly messages: readonly ModelMessage[]; readonly failure?: never }
  | {
      readonly failure: NodeError;
      readonly spent: Pick<InteractionResult, 'llmCalls' | 'toolCalls' | 'tokenUsage'>;
      readonly result?: never;
    };

/** Decides what is requested when, and which answer is final. The engine does everything else. */
export type InteractionStrategy = (engine: InteractionEngine) => Promise<FinalAnswer>;
export type FinalAnswer = { readonly output: unknown; readonly text: string; readonly finishReason?: string | undefined };
