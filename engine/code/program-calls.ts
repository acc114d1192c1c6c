import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { SANDBOX_CALLS, type SandboxCallAnswer, type SandboxCallTool } from '#lib/ports/sandbox.ts';
import { PROGRAM } from '#lib/tools/program.ts';
import { findTool, listTools } from '#lib/tools/tool-catalogue.ts';
import { forInput } from '#lib/tools/tool-policy.ts';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import { inAgent } from '../agents/in-agent.ts';
import type { ExecutorContext } from '../executors/define-executor.ts';
import type { WantedToolCall } from '../interaction/read-stream.ts';
import { Slots } from '../queue/slots.ts';
import { Waiting } from '../thread/waiting.ts';
import type { ToolContext } from '../tools/define-tool-handler.ts';
import { prepareCall } from '../tools/prepare-call.ts';
import { runToolCalls } from '../tools/run-tool-calls.ts';

const ID_CHARS = 10;
/** For so long a program that waits for a person may ask for more: what it wants at once is asked about at once. */
const BREATH_MS = 100;
/** What a program may not call: it would wait for a place in the sandbox that it holds itself, or give work to a model unseen. */
const closedGroups: ReadonlySet<string> = new Set(['code', 'agents']);
const callSchema = z.strictObject({ name: z.string().max(200), args: z.unknown() });

/**
 * The tool calls of one program, each made as any other: checked, asked about, counted, written and kept in the ledger. A call is known by what it asks
 * for and how often that was asked before, so a program that is run again from its beginning is given what it was given.
 */
export class ProgramCalls {
  readonly #context: ExecutorContext;
  readonly #key: string;
  readonly #offered: readonly string[];
  readonly #slots = new Slots(SANDBOX_CALLS.maxAtOnce);
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #timesAsked = new Map<string, number>();
  readonly #stop = new AbortController();
  #count = 0;
  #changes = 0;
  #isOver = false;
  #isWaiting = false;

  constructor(context: ToolContext) {
    this.#key = context.idempotencyKey;
    this.#context = inAgent(context, { parent: { toolCallId: context.toolCallId, agent: PROGRAM }, key: this.#key });
    this.#offered = listTools(context.tools)
      .filter(({ definition: { id, group } }) => !closedGroups.has(group) && (context.offered?.includes(id) ?? true))
      .map(({ definition }) => definition.id);
  }

  /** Calls that were let through to a tool. */
  get count(): number {
    return this.#count;
  }

  /** Aborts when the program cannot go on: {Waiting} once all that it waits for waits for a person, else what ends its node. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  readonly call: SandboxCallTool = async (asked) => {
    const wanted = callSchema.safeParse(asked);
    if (!wanted.success) return refused('This is no call that can be made: it names a tool and its arguments');
    if (this.#isOver) return refused('The program has ended');
    if (this.#count >= SANDBOX_CALLS.maxCalls)
      return refused(`A program may make ${SANDBOX_CALLS.maxCalls} tool calls, and this is one more`);
    const name = this.#nameOf(wanted.data.name);
    const closed = this.#whyClosed(name);
    if (closed !== undefined) return refused(closed);
    this.#count += 1;
    const making = this.#make({ id: this.#idOf(name, wanted.data.args), name, input: wanted.data.args });
    this.#underWay.add(making);
    const result = await making.catch((error) => this.#hold(error)).finally(() => this.#underWay.delete(making));
    void this.#stopWhenStuck();
    // Whoever asked is stopped before it hears of anything.
    return result ? toAnswer(name, result) : new Promise<never>(() => {});
  };

  /**
   * After the program: what it left behind is waited for, so that nothing runs on behind its back.
   * @throws {Waiting} where a person is still asked about one of its calls; what ends its node
   */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled(this.#underWay);
    this.#stop.signal.throwIfAborted();
    if (this.#isWaiting) throw new Waiting();
  }

  /** Python has no names with hyphens. */
  #nameOf(name: string): string {
    const hyphened = name.replaceAll('_', '-');
    const { definitions } = this.#context.tools;
    return findTool(definitions, name) === undefined && Object.hasOwn(definitions, hyphened) ? hyphened : name;
  }

  #whyClosed(name: string): string | undefined {
    const definition = findTool(this.#context.tools.definitions, name);
    return definition && closedGroups.has(definition.group)
      ? `A program calls neither workers nor other code, as ${name}`
      : undefined;
  }

  #idOf(name: string, args: unknown): string {
    const asked = createHash('sha256')
      .update(JSON.stringify([this.#key, name, args]))
      .digest('hex')
      .slice(0, ID_CHARS);
    const times = (this.#timesAsked.get(asked) ?? 0) + 1;
    this.#timesAsked.set(asked, times);
    return times === 1 ? `${name}-${asked}` : `${name}-${asked}-${times}`;
  }

  async #make(call: WantedToolCall): Promise<ToolResult> {
    const change = this.#mayChange(call) ? ++this.#changes : undefined;
    return this.#slots.run(async () => {
      if (change !== undefined) await this.#assertSameChange(call, change);
      const [result] = await runToolCalls([call], this.#context, { step: call.id, offered: this.#offered, largeData: 'whole' });
      return result as ToolResult;
    });
  }

  #hold(error: unknown): undefined {
    if (Waiting.is(error)) this.#isWaiting = true;
    else this.#stop.abort(error);
  }

  #mayChange(call: WantedToolCall): boolean {
    const prepared = prepareCall(call, this.#context.tools, this.#offered);
    return 'definition' in prepared && forInput(prepared.definition.effects, prepared.input) === 'write';
  }

  /**
   * A program that is run again and then changes something else would do both: what it changed before it was stopped, and what it now thinks of.
   * @throws {NodeFailure} `program-changed`
   */
  async #assertSameChange({ id, name }: WantedToolCall, change: number): Promise<void> {
    const before = await this.#context.effect(
      { key: `change:${change}`, kind: 'tool', name: 'order of changes', effects: 'none' },
      async () => id,
    );
    if (before === id) return;
    throw new NodeFailure(
      'program-changed',
      `Run again, the program wanted something else of ${name} as its change ${change} than before; nothing of that was done`,
      {
        hint: 'What a program does has to follow from its inputs and from the answers it gets, not from time, chance or which answer came first',
      },
    );
  }

  /** Only when all that it asked for waits for a person. */
  async #stopWhenStuck(): Promise<void> {
    const asked = this.#count;
    if (!this.#isWaiting || this.#underWay.size > 0) return;
    await setTimeout(BREATH_MS);
    const isStuck = this.#underWay.size === 0 && this.#count === asked;
    if (isStuck && !this.#isOver) this.#stop.abort(new Waiting());
  }
}

function toAnswer(name: string, { status, data, summary, error = summary }: ToolResult): SandboxCallAnswer {
  if (status !== 'success') return refused(error);
  const { length } = JSON.stringify(data);
  return length > SANDBOX_CALLS.maxAnswerChars
    ? refused(
        `What ${name} gave has ${length} characters as JSON, more than the ${SANDBOX_CALLS.maxAnswerChars} that a program is given`,
      )
    : { ok: true, value: data };
}

function refused(message: string): SandboxCallAnswer {
  return { ok: false, message };
}
