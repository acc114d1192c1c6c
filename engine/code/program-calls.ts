import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { PROGRAM } from '#lib/agents/program.ts';
import { Semaphore } from '#lib/async/semaphore.ts';
import { jsonExcess } from '#lib/json/json-limits.ts';
import { SANDBOX_CALLS, type SandboxCallAnswer, type SandboxCallTool } from '#lib/ports/sandbox.ts';
import type { AnyToolDefinition } from '#lib/tools/define-tool.ts';
import { findTool, listTools } from '#lib/tools/tool-catalogue.ts';
import { forInput } from '#lib/tools/tool-policy.ts';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import type { ToolContext } from '../contract/define-tool-handler.ts';
import { SuspendedError } from '../contract/suspended-error.ts';
import type { WantedToolCall } from '../contract/wanted-tool-call.ts';
import { inAgent } from '../interaction/in-agent.ts';
import { loadWhole } from '../tools/large-data.ts';
import { prepareCall } from '../tools/prepare-call.ts';
import { runToolCalls } from '../tools/run-tool-calls.ts';
import { ProgramChanges, programChanged } from './program-changes.ts';

/**
 * How long a program may make more calls before it is suspended, so that concurrent calls are
 * requested together.
 */
const DEBOUNCE_MS = 100;
/** Hash length: two calls with one id would share a decision. */
const ID_CHARS = 32;
/**
 * Tools that a program may not call: it would wait for its own sandbox permit, or give tasks to a
 * model unseen.
 */
const closedGroups: ReadonlySet<string> = new Set(['code', 'agents']);
/** The caller's tools too: a program cannot wait for the next request. */
function isClosed({ group, isOfCaller }: AnyToolDefinition): boolean {
  return closedGroups.has(group) || isOfCaller === true;
}

const callSchema = z.strictObject({ name: z.string().max(200), args: z.unknown() });

/**
 * The tool calls of one program, each checked, approved, counted, logged and in the ledger as any
 * other. A call is identified by its arguments and how often they occurred before, so a program
 * that runs again gets the same answers.
 */
export class ProgramCalls {
  readonly #context: ExecutorContext;
  readonly #key: string;
  readonly #offered: readonly string[];
  readonly #changes: ProgramChanges;
  readonly #permits = new Semaphore(SANDBOX_CALLS.maxAtOnce);
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #occurrences = new Map<string, number>();
  readonly #stop = new AbortController();
  #asked = 0;
  #made = 0;
  #givenChars = 0;
  #isOver = false;
  #isWaiting = false;

  /** @param callable ids of the only tools that it may call */
  constructor(context: ToolContext, callable: readonly string[]) {
    this.#key = context.idempotencyKey;
    this.#context = inAgent(context, { parent: { toolCallId: context.toolCallId, agent: PROGRAM }, key: this.#key });
    this.#changes = new ProgramChanges(this.#context);
    this.#offered = listTools(context.tools)
      .filter(({ definition }) => !isClosed(definition) && callable.includes(definition.id))
      .map(({ definition }) => definition.id);
  }

  /** Calls that were made, or given again. */
  get count(): number {
    return this.#made;
  }

  /**
   * Aborts when the program cannot continue: {SuspendedError} once all its open calls are
   * suspended, else what ends its node.
   */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  readonly call: SandboxCallTool = async (asked) => {
    const wanted = callSchema.safeParse(asked);
    if (!wanted.success) return refused('This is no call that can be made: it names a tool and its arguments');
    const name = this.#nameOf(wanted.data.name);
    const closed = this.#whyClosed(name, wanted.data.args);
    if (closed !== undefined) return refused(closed);
    this.#asked += 1;
    const making = this.#make({ id: this.#idOf(name, wanted.data.args), name, input: wanted.data.args });
    this.#underWay.add(making);
    const answer = await making.catch((error) => this.#hold(error)).finally(() => this.#underWay.delete(making));
    void this.#stopWhenStuck();
    // The caller is stopped before it gets an answer.
    return answer ?? new Promise<never>(() => {});
  };

  /**
   * After the program: waits for its unfinished calls. A call that has not begun does not begin.
   * @throws {SuspendedError} while one of its calls waits for a decision; what ends its node
   */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#changes.close();
    await Promise.allSettled(this.#underWay);
    this.#stop.signal.throwIfAborted();
    if (this.#isWaiting) throw new SuspendedError();
  }

  /** Python has no names with hyphens. */
  #nameOf(name: string): string {
    const hyphened = name.replaceAll('_', '-');
    const { definitions } = this.#context.tools;
    return findTool(definitions, name) === undefined && Object.hasOwn(definitions, hyphened) ? hyphened : name;
  }

  /** Checked before anything walks the arguments: the sandbox may be compromised. */
  #whyClosed(name: string, args: unknown): string | undefined {
    if (this.#isDone) return 'The program has ended';
    if (this.#asked >= SANDBOX_CALLS.maxCalls)
      return `A program may make ${SANDBOX_CALLS.maxCalls} tool calls, and this is one more`;
    const excess = jsonExcess(args);
    if (excess !== undefined) return `${name}: the arguments have ${excess}`;
    if ((JSON.stringify(args)?.length ?? 0) > SANDBOX_CALLS.maxCallChars)
      return `The arguments of a tool call have at most ${SANDBOX_CALLS.maxCallChars} characters`;
    const definition = findTool(this.#context.tools.definitions, name);
    return definition && isClosed(definition) ? `A program calls neither agents nor other code, as ${name}` : undefined;
  }

  get #isDone(): boolean {
    return this.#isOver || this.#stop.signal.aborted || this.#context.signal.aborted;
  }

  #idOf(name: string, args: unknown): string {
    const asked = createHash('sha256')
      .update(JSON.stringify([this.#key, name, args]))
      .digest('hex')
      .slice(0, ID_CHARS);
    const times = (this.#occurrences.get(asked) ?? 0) + 1;
    this.#occurrences.set(asked, times);
    return times === 1 ? `${name}-${asked}` : `${name}-${asked}-${times}`;
  }

  /** @returns the answer to the program */
  async #make(call: WantedToolCall): Promise<SandboxCallAnswer> {
    if (this.#mayChange(call)) await this.#changes.admit(call.id, () => void this.#stopWhenStuck());
    return this.#permits.run(async () => {
      if (this.#isDone) return refused('The program has ended');
      const [result] = await runToolCalls([call], this.#context, { step: call.id, offered: this.#offered });
      this.#made += 1;
      return this.#toAnswer(call, result as ToolResult);
    });
  }

  #hold(error: unknown): undefined {
    if (SuspendedError.is(error)) this.#isWaiting = true;
    else this.#stop.abort(error);
  }

  #mayChange(call: WantedToolCall): boolean {
    const prepared = prepareCall(call, this.#context.tools, this.#offered);
    return 'definition' in prepared && forInput(prepared.definition.effects, prepared.input) === 'write';
  }

  /**
   * Once all open calls wait for decisions, or for earlier changes that the program has not
   * requested again.
   */
  async #stopWhenStuck(): Promise<void> {
    const asked = this.#asked;
    const isStuck = () => this.#underWay.size === this.#changes.held && (this.#isWaiting || this.#changes.held > 0);
    if (!isStuck()) return;
    await setTimeout(DEBOUNCE_MS);
    if (isStuck() && this.#asked === asked && !this.#isOver)
      this.#stop.abort(this.#isWaiting ? new SuspendedError() : programChanged(this.#changes));
  }

  async #toAnswer({ name }: WantedToolCall, { status, data, summary, error = summary }: ToolResult): Promise<SandboxCallAnswer> {
    if (status !== 'success') return refused(error);
    const value = await loadWhole(data, this.#context);
    if (value === undefined) return refused(`What ${name} gave was too large to be kept, and is not there any more`);
    const { length } = JSON.stringify(value);
    const { maxAnswerChars, maxTotalAnswerChars } = SANDBOX_CALLS;
    if (length > maxAnswerChars)
      return refused(
        `What ${name} gave has ${length} characters as JSON, more than the ${maxAnswerChars} that a program is given`,
      );
    this.#givenChars += length;
    if (this.#givenChars <= maxTotalAnswerChars) return { ok: true, value };
    return refused(`A program is given at most ${maxTotalAnswerChars} characters of answers together`);
  }
}

function refused(message: string): SandboxCallAnswer {
  return { ok: false, message };
}
