import { createHash } from 'node:crypto';
import type { ModelMessage, UserModelMessage } from 'ai';
import { HAND_OFF } from '#lib/agents/hand-off.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Language } from '#lib/i18n/language.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { EventParent } from '#lib/run/run-event.ts';
import type { PlanReason, Todo } from '#lib/run/todo.ts';
import { addUsage, NO_USAGE } from '#lib/run/token-usage.ts';
import type { Citation } from '#lib/text/citation.ts';
import type { ToolRegistry } from '#lib/tools/define-tool.ts';
import { findTool, unboundTool, wholeInput } from '#lib/tools/tool-catalogue.ts';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import { contextEditKey, contextEditSchema, hashOf, modelStepKey } from '../contract/context-edit.ts';
import type { ExecutorContext, ExecutorEvent } from '../contract/define-executor.ts';
import { HandedOff } from '../contract/handed-off.ts';
import type { WantedToolCall } from '../contract/wanted-tool-call.ts';
import { skillInstructions } from '../tools/skills-of.ts';
import { type Answer, callingMessage, finalMessage } from './answer.ts';
import { askInTurn, withoutDeltas } from './ask-in-turn.ts';
import { errorForLog } from './call-model.ts';
import { ContextWindow } from './context-window.ts';
import { inAgent } from './in-agent.ts';
import type { BranchOutcome, FinalAnswer, Interaction, InteractionResult } from './interaction.ts';
import { InteractionLimits } from './interaction-limits.ts';
import { partsOf } from './message-text.ts';
import type { ModelRequest } from './model-request.ts';
import { PrivateData } from './private-data.ts';
import { type Question, requestFor } from './question-request.ts';
import { recallIn } from './recall-in.ts';
import { tabsOf } from './tabs-of.ts';
import { ToolFindings } from './tool-findings.ts';
import { ToolImages } from './tool-images.ts';
import { toolMessage } from './tool-message.ts';
import { makeValidator } from './validate-result.ts';
import { writeText } from './write-text.ts';

/** An answer and its index in the interaction, which is the same when the node restarts. */
export type Reply = Answer & {
  readonly step: string;
  /** Whether the model was offered tools then; an administrator may have switched off all of them since. */
  readonly hadTools: boolean;
};

type Branch = {
  /** Unique within the node, by position. */
  readonly key: string;
  /** Its events are shown under this call. */
  readonly parent: EventParent;
  readonly models: Interaction['models'];
};

/**
 * One interaction with models: its conversation, requests and tool calls, each through the ledger,
 * so that a node that runs again repeats none. A strategy decides what is requested when.
 */
export class InteractionEngine {
  #interaction: Interaction;
  readonly #context: ExecutorContext;
  readonly #limits: InteractionLimits;
  readonly #prompt: UserModelMessage | undefined;
  /** The first one is called next; failed ones are removed. */
  #models: Interaction['models'];
  readonly #window: ContextWindow;
  /** Ids of all calls so far, those that a summary has taken out of the conversation included. */
  readonly #callIds: Set<string>;
  #questions = 0;
  #rounds = 0;
  #last: Answer | undefined;
  #chain = '';
  /**
   * Events to log before the next actual model call. Calls from the ledger have logged theirs already.
   */
  #unwritten: ExecutorEvent[] = [];
  #refused: string[] = [];
  /** Those whose answer was not whole. */
  readonly #askedAgain = new Set<ModelHandle>();
  #todos: readonly Todo[] = [];
  #findings: ToolFindings;
  readonly #images = new ToolImages();
  readonly #privateData: PrivateData;
  /** Hashes of messages that a person dropped. */
  readonly #dropped = new Set<string>();
  #llmCalls = 0;
  #toolCalls = 0;
  #tokenUsage = NO_USAGE;

  constructor(interaction: Interaction, context: ExecutorContext) {
    const { conversation, models, prompt } = interaction;
    this.#interaction = interaction;
    this.#context = context;
    this.#limits = new InteractionLimits(() => this.#interaction, context);
    this.#models = models;
    this.#prompt = prompt === undefined ? undefined : { role: 'user', content: prompt };
    const { contextProcessors: chain } = interaction;
    this.#window = new ContextWindow(conversation, { model: models[0], chain, now: context.clock.now() });
    if (this.#prompt) this.#window.add(this.#prompt);
    this.#callIds = callIdsOf(this.#window.messages);
    this.#privateData = new PrivateData({
      messages: this.#window.messages,
      texts: interaction.instructions === undefined ? [] : [interaction.instructions],
      tools: context.tools,
      isPrivate: context.hasPrivateData === true,
    });
    this.#findings = new ToolFindings((conversation.variables.citations ?? []) as readonly Citation[]);
  }

  /** As it is now: a skill that the model reads changes its tools. */
  get interaction(): Interaction {
    return this.#interaction;
  }
  get model(): ModelHandle {
    return this.#models[0];
  }
  get language(): Language {
    return this.#context.language;
  }
  get hasTools(): boolean {
    return (this.interaction.tools?.length ?? 0) > 0;
  }
  get toolCalls(): number {
    return this.#toolCalls;
  }

  /**
   * Asks the next question: context processors, then the models in turn.
   * @throws {NodeFailure} `iteration-limit`, before the call; {SuspendedError} until the limit is raised
   */
  async ask(question: Question = {}): Promise<Reply> {
    if (!question.isRepair) {
      this.#limits.admitCall({ model: this.model, rounds: this.#rounds + (this.#context.budget?.below.steps ?? 0) });
      this.#rounds++;
    }
    const step = this.#nextStep();
    if (!question.instead) {
      await this.#compact(step);
      this.#edit(step);
    }
    this.#context.budget?.take({ steps: 1 });
    const [models, messages, events] = [this.#models, question.instead?.messages ?? this.#window.sent, this.#unwritten];
    this.#unwritten = [];
    const effect = { key: modelStepKey(step), kind: 'model', name: models[0].name, effects: 'read' } as const;
    const answer = await this.#context.effect(effect, async () => {
      for (const event of events) this.#context.emit(event);
      const context = question.isHidden ? withoutDeltas(this.#context) : this.#context;
      const given = await askInTurn(models, (handle) => this.#requestFor(handle, messages, question), context);
      return { ...given, hadTools: this.hasTools && !question.isLast };
    });
    this.#models = models.slice(answer.model) as unknown as Interaction['models'];
    this.#last = answer;
    this.#count(answer);
    return { ...answer, step };
  }

  /**
   * Adds the answer to the conversation and runs its tool calls.
   * @returns the answer that ended the task, if `final_answer` or `a2ui` was called
   * @throws {NodeFailure} `iteration-limit` or `tool-call-limit`, before any call; {SuspendedError}
   * until one is raised; {HandedOff} when the conversation passes to another agent
   */
  async callTools(asked: Reply): Promise<string | undefined> {
    const { message, calls } = callingMessage(asked, this.#callIds);
    for (const { id } of calls) this.#callIds.add(id);
    const { budget } = this.#context;
    this.#limits.admit({
      model: this.model,
      rounds: this.#rounds + (budget?.below.steps ?? 0),
      toolCalls: this.#toolCalls + (budget?.below.toolCalls ?? 0),
      wanted: calls.map(({ name }) => name),
    });
    budget?.take({ toolCalls: calls.length });
    this.#window.add(message);
    this.#window.setTokens(this.model, asked.contextTokens);
    const { runToolCalls } = await import('../tools/run-tool-calls.ts');
    const offered = this.interaction.tools?.map(({ name }) => name) ?? [];
    const { workersAtOnce = 1 } = this.interaction;
    const validate = makeValidator(this.interaction.validation, {
      models: this.#models,
      step: asked.step,
      context: this.#context,
    });
    const { isRead: hasPrivateData, asksFirst } = this.#privateData;
    const results = await runToolCalls(calls, hasPrivateData ? { ...this.#context, hasPrivateData } : this.#context, {
      step: asked.step,
      offered,
      workersAtOnce,
      asksFirst,
      ...(validate && { validate }),
    });
    this.#privateData.note(calls, results);
    this.#toolCalls += calls.length;
    const summarized = await this.#summarized(calls, results, asked.step);
    this.#window.add(toolMessage(calls, this.#findings.take(summarized), { seesImages: this.model.supportsVision }));
    await this.#images.add(calls, results, this.#context);
    const done = { calls, results, step: asked.step, rounds: this.#rounds };
    const change = await this.#interaction.afterTools?.(done, this.#context);
    if (change) this.#interaction = { ...this.#interaction, ...change };
    const taker = takerIn(calls, results);
    if (taker !== undefined) throw new HandedOff(taker);
    return finalAnswerIn(calls, results, this.#context.tools.definitions);
  }

  /** Adds messages to the conversation: what the strategy says, and answers that did not end it. */
  say(...messages: readonly ModelMessage[]): void {
    this.#window.add(...messages);
  }

  /** Continues with the messages of a branch and the sources that it numbered. */
  continueFrom(messages: readonly ModelMessage[], sources: readonly Citation[]): void {
    this.#findings = new ToolFindings(sources);
    this.#window.replace(messages);
  }

  /** The plan as it is now. Logged before the next model call, or at once when none follows. */
  setPlan(todos: readonly Todo[], { reason, isEnd = false }: { reason: PlanReason; isEnd?: boolean }): void {
    this.#todos = todos;
    const event: ExecutorEvent = { type: 'plan_updated', reason, todos: [...todos] };
    if (isEnd) this.#context.emit(event);
    else this.#unwritten.push(event);
  }

  /**
   * The same interaction by other models, with a conversation, limits and ledger keys of its own.
   * `run` gets it at most once: its outcome is stored, a failure too.
   */
  async branch(
    { key, parent, models }: Branch,
    run: (engine: InteractionEngine) => Promise<FinalAnswer>,
  ): Promise<BranchOutcome> {
    const { conversation } = this.interaction;
    const own = { ...conversation, messages: [...conversation.messages] };
    const { budget } = this.#context;
    // Warnings about an answer that loses are not of the node.
    const context: ExecutorContext = {
      ...inAgent({ ...this.#context, ...(budget && { budget: budget.meter() }) }, { parent, key }),
      warn: () => {},
    };
    let isStored = true;
    const engine = new InteractionEngine({ ...this.interaction, models, conversation: own, key: '' }, context);
    const effect = { key: `branch:${key}`, kind: 'model', name: models[0].name, effects: 'read' } as const;
    const outcome = await this.#context.effect(effect, async (): Promise<BranchOutcome> => {
      isStored = false;
      try {
        return { result: engine.finish(await run(engine)), messages: own.messages };
      } catch (error) {
        if (!NodeFailure.is(error)) throw error;
        engine.discardRefused();
        const spent = { llmCalls: engine.#llmCalls, toolCalls: engine.#toolCalls, tokenUsage: engine.#tokenUsage };
        return { failure: errorForLog(error), spent };
      }
    });
    const { llmCalls, toolCalls, tokenUsage } = outcome.result ?? outcome.spent;
    this.#count({ llmCalls, usage: tokenUsage });
    this.#toolCalls += toolCalls;
    if (isStored) budget?.restore({ steps: llmCalls, toolCalls });
    return outcome;
  }

  /** Logs events once, however often the node runs. */
  async logOnce(name: string, events: readonly ExecutorEvent[]): Promise<void> {
    const effect = { key: `log:${this.interaction.key ?? ''}${name}`, kind: 'model', name, effects: 'none' } as const;
    await this.#context.effect(effect, async () => {
      for (const event of events) this.#context.emit(event);
      return null;
    });
  }

  /** Id for a call of this interaction that no model made, unique within the node. */
  callIdFor(name: string): string {
    const { parent } = this.#context;
    return `${parent ? `${parent.toolCallId}/` : ''}${this.interaction.key ?? ''}${name}`;
  }

  /** Discards an answer that does not fit: its deltas are void. */
  askAgain(answer: Answer, failure: NodeFailure): void {
    this.#unwritten.push(voidAnswer(answer, failure));
  }

  /** The node continues, and says why its answer may not be whole. */
  warn({ code, message, hint }: { code: string; message: string; hint?: string | undefined }): void {
    this.#context.warn({ code, message, ...(hint !== undefined && { hint }) });
  }

  /**
   * Discards answers that are not whole, to ask the same model again.
   * @returns false after it has done so once
   */
  retry(asked: readonly Reply[], failure: NodeFailure): boolean {
    const last = asked.at(-1);
    if (!last || this.#askedAgain.has(this.model)) return false;
    this.#askedAgain.add(this.model);
    this.#refused.push(...asked.map(({ step }) => modelStepKey(step)));
    this.askAgain(last, failure);
    return true;
  }

  /**
   * Falls back to the next model.
   * @throws `failure` when there is none. Another attempt of the node then starts over.
   */
  refuse(asked: readonly Reply[], failure: NodeFailure): void {
    this.#refused.push(...asked.map(({ step }) => modelStepKey(step)));
    const [, next, ...rest] = this.#models;
    const last = asked.at(-1);
    if (!next || !last) {
      // Readers of the events know no ledger: an earlier attempt's answer must not appear next to this one.
      if (last) this.#context.emit(voidAnswer(last, failure));
      throw failure;
    }
    this.#models = [next, ...rest];
    // The next model answers in its place.
    this.#rounds--;
    this.askAgain(last, failure);
  }

  /** Forgets the answers that were no good, so that they are not given again. */
  discardRefused(): void {
    for (const key of this.#refused) this.#context.discardEffect(key);
    this.#refused = [];
  }

  /** Adds the messages to the conversation, with the answer. */
  finish({ output, text, finishReason }: FinalAnswer): InteractionResult {
    return this.#close([...this.#window.messages, finalMessage(text)], { output, text, finishReason });
  }

  /** Adds the messages to the conversation, which another agent continues. */
  handOver(agent: string): InteractionResult {
    return { ...this.#close(this.#window.messages, { output: undefined, text: '' }), handoff: agent };
  }

  #close(messages: readonly ModelMessage[], { output, text, finishReason }: FinalAnswer): InteractionResult {
    const { conversation } = this.interaction;
    const { citations: sources, memoryChanges } = this.#findings;
    for (const change of memoryChanges) this.#context.remember(change);
    conversation.messages = [...messages];
    conversation.variables = {
      ...conversation.variables,
      ...this.#window.variables,
      ...(this.#todos.length > 0 && { todos: this.#todos }),
      ...(sources.length > 0 && { citations: sources }),
    };
    conversation.llmCalls += this.#llmCalls;
    conversation.toolCalls += this.#toolCalls;
    conversation.tokenUsage = addUsage(conversation.tokenUsage, this.#tokenUsage);
    const spent = { llmCalls: this.#llmCalls, toolCalls: this.#toolCalls, tokenUsage: this.#tokenUsage };
    const ended = { output, text, ...(finishReason !== undefined && { finishReason }) };
    return { ...ended, ...spent, citations: this.#findings.citedBy(text), sources };
  }

  /**
   * The ledger key of the next request: its position and a hash of all answers before it. The same
   * whenever the node runs again, and another one once an earlier answer was refused and replaced.
   */
  #nextStep(): string {
    const { key = '' } = this.interaction;
    if (this.#last)
      this.#chain = createHash('sha256').update(this.#chain).update(JSON.stringify(this.#last.messages)).digest('base64url');
    return `${key}${++this.#questions}${this.#chain && `:${this.#chain.slice(0, 10)}`}`;
  }

  /** Applies what a person changed in the run that this one was forked from. */
  #edit(step: string): void {
    const stored = this.#context.storedResult(contextEditKey(step));
    if (stored === undefined) return;
    const edit = contextEditSchema.parse(stored);
    const { examples = [] } = this.interaction;
    const unknown = this.#window.edit(edit, this.language).filter((hash) => !examples.some((one) => hashOf(one) === hash));
    for (const hash of edit.drop) this.#dropped.add(hash);
    if (unknown.length === 0) return;
    const count = unknown.length;
    throw new NodeFailure('context-edit-invalid', `${count} of the messages to drop are not in this conversation`, {
      hint: 'Messages with images, and what a strategy says for one request, cannot be dropped',
    });
  }

  async #summarized(calls: readonly WantedToolCall[], results: readonly ToolResult[], step: string) {
    const context = this.#context;
    const { summaryModel: model } = context;
    if (!model) return results;
    const { summarizeResults } = await import('./summarize-results.ts');
    const task = this.interaction.prompt ?? '';
    const onWritten = (written: Pick<Answer, 'llmCalls' | 'usage'>) => this.#count(written);
    return summarizeResults(calls, results, { model, step, task, context, onWritten });
  }

  async #compact(step: string): Promise<void> {
    const compactions = await this.#window.compact({
      model: this.model,
      sentAlong: this.#requestFor(this.model, [], {}),
      write: async (key, request) => {
        const written = await writeText(
          { key: `summary:${step}:${key}`, ...request },
          { models: this.#models, context: this.#context },
        );
        this.#count(written);
        return written.text;
      },
      readSkill: (name) => skillInstructions(name, this.#context),
      language: this.language,
      now: this.#context.clock.now(),
      memory: this.#context.memory(),
      recall: recallIn(this.#context),
      tabs: tabsOf(this.#context),
      todos: this.#todos,
    });
    this.#unwritten.push(...compactions.map((compaction) => ({ type: 'context_compacted' as const, ...compaction })));
  }

  #requestFor(handle: ModelHandle, messages: readonly ModelMessage[], question: Question): ModelRequest {
    const { language } = this.#context;
    const prompt = this.#prompt;
    return requestFor(question, {
      interaction: this.interaction,
      handle,
      messages,
      prompt,
      dropped: this.#dropped,
      toolImages: this.#images,
      language,
    });
  }

  /**
   * Calls taken from the ledger count here, where the interaction's own total is made, and not
   * again in the run's.
   */
  #count({ llmCalls, usage }: Pick<Answer, 'llmCalls' | 'usage'>): void {
    this.#llmCalls += llmCalls;
    this.#tokenUsage = addUsage(this.#tokenUsage, usage);
  }
}

function callIdsOf(messages: readonly ModelMessage[]): Set<string> {
  return new Set(messages.flatMap(partsOf).flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : [])));
}

/** The tools whose calls end the task, and the argument that is its answer. */
const ANSWERS: Readonly<Record<string, string>> = { final_answer: 'answer', a2ui: 'text' };

/** The agent that the conversation passes to: that of the first call, where a model makes several. */
function takerIn(calls: readonly WantedToolCall[], results: readonly ToolResult[]): string | undefined {
  const index = calls.findIndex(({ name }, at) => name === HAND_OFF && results[at]?.status === 'success');
  const { name } = (calls[index]?.input ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : undefined;
}

/** The last one, where a model gives several. */
function finalAnswerIn(
  calls: readonly WantedToolCall[],
  results: readonly ToolResult[],
  definitions: ToolRegistry,
): string | undefined {
  const answers = calls.flatMap(({ name, input }, at) => {
    const definition = results[at]?.status === 'success' ? findTool(definitions, name) : undefined;
    const { id } = definition ? unboundTool(definition) : {};
    if (!definition || id === undefined || !Object.hasOwn(ANSWERS, id)) return [];
    return [(wholeInput(definition, input) as Readonly<Record<string, unknown>>)[ANSWERS[id] as string]];
  });
  const answer = answers.at(-1);
  return typeof answer === 'string' ? answer : undefined;
}

function voidAnswer({ callId, attempts }: Answer, failure: NodeFailure): ExecutorEvent {
  return { type: 'llm_stream_retry', callId, attempt: attempts, delayMs: 0, error: errorForLog(failure) };
}
