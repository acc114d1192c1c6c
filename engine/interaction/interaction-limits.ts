import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { cutText } from '#lib/text/cut-text.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import type { Interaction } from './interaction.ts';

/** Max tool calls of one answer: more than any task needs, and a bound for a model that does not stop. */
const MAX_CALLS_OF_ANSWER = 200;
const SHOWN_TOOLS = 5;
const MODEL_HINT = 'Raise max_rounds of this model in the config, or say in the prompt when the work is done';
const SKILL_HINT = 'Raise max_iterations in the front matter of the skill, or say in its instructions when the work is done';
const SHOWN_NAME_CHARS = 60;

type Progress = {
  readonly model: ModelHandle;
  /** Model calls so far. */
  readonly rounds: number;
  readonly toolCalls: number;
  /** Names of the tools that the answer calls. */
  readonly wanted: readonly string[];
};

type LimitHit = {
  /** Identifies the limit and its owner. */
  readonly key: string;
  readonly max: number;
  readonly used: number;
  readonly failure: NodeFailure;
};

/**
 * The limits of one interaction. Raised limits are restored from their approvals when the node is
 * resumed.
 */
export class InteractionLimits {
  readonly #interaction: () => Interaction;
  readonly #context: Pick<ExecutorContext, 'raiseLimit' | 'budget'>;
  readonly #raised = new Map<string, number>();

  constructor(interaction: () => Interaction, context: Pick<ExecutorContext, 'raiseLimit' | 'budget'>) {
    this.#interaction = interaction;
    this.#context = context;
  }

  /**
   * Checked before tool calls whose results no model would see. The smallest limit applies, and the
   * error names its owner.
   * @throws {NodeFailure} `iteration-limit`, `tool-call-limit`; {SuspendedError} until a person
   * raised one
   */
  admit(progress: Progress): void {
    assertCallCount(progress.wanted);
    this.#admitWhile(() => this.#findRoundsHit(progress) ?? this.#findCallsHit(progress));
  }

  /**
   * Checked before each model call, for strategies that need further ones without tools.
   * @throws {NodeFailure} `iteration-limit`; {SuspendedError} until a person raised the limit
   */
  admitCall(progress: Pick<Progress, 'model' | 'rounds'>): void {
    this.#admitWhile(() => this.#findRoundsHit({ ...progress, wanted: [] }));
  }

  #admitWhile(findHit: () => LimitHit | undefined): void {
    for (let hit = findHit(); hit; hit = findHit()) {
      const { key, max, used, failure } = hit;
      const description = `${failure.message}. Raise it for this run? The value is the new limit.`;
      const raised = this.#context.raiseLimit({ key: `${this.#interaction().key ?? ''}${key}`, max, used, description });
      if (raised === undefined) throw failure;
      this.#raised.set(key, raised);
      if (key === 'maxIterations') this.#context.budget?.raise({ maxSteps: raised });
      if (key === 'maxToolCalls') this.#context.budget?.raise({ maxToolCalls: raised });
    }
  }

  #findRoundsHit({ model, rounds, wanted }: Pick<Progress, 'model' | 'rounds' | 'wanted'>): LimitHit | undefined {
    const { maxIterations, agent, activeSkill } = this.#interaction();
    const limits = [
      { key: 'maxIterations', max: maxIterations, owner: ownerOf(agent), about: aboutOwn(agent) },
      { key: `maxRounds:${model.name}`, max: model.maxRounds, owner: `model '${model.name}'`, about: { hint: MODEL_HINT } },
      ...(activeSkill
        ? [
            {
              key: `skill:${activeSkill.name}`,
              max: activeSkill.maxIterations,
              owner: `skill '${activeSkill.name}'`,
              about: { hint: SKILL_HINT },
            },
          ]
        : []),
    ].map((limit) => ({ ...limit, max: this.#raised.get(limit.key) ?? limit.max }));
    const { key, max, owner, about } = limits.reduce((least, limit) => (limit.max < least.max ? limit : least));
    if (rounds < max) return undefined;
    const message =
      wanted.length > 0
        ? `The model was called ${times(rounds)} and still wants tools (${namesOf(wanted)}); ${owner} allows ${max}`
        : `The model was called ${times(rounds)} and is not done; ${owner} allows ${max}`;
    const failure = new NodeFailure('iteration-limit', message, about);
    return { key, max, used: rounds, failure };
  }

  #findCallsHit({ toolCalls, wanted }: Progress): LimitHit | undefined {
    const { maxToolCalls, agent } = this.#interaction();
    const max = this.#raised.get('maxToolCalls') ?? maxToolCalls;
    const used = toolCalls + wanted.length;
    if (max === undefined || used <= max) return undefined;
    const failure = new NodeFailure(
      'tool-call-limit',
      `The model made ${toolCalls} tool calls and wants ${wanted.length} more (${namesOf(wanted)}); ${ownerOf(agent)} allows ${max}`,
      { hint: 'Raise maxToolCalls in the budget of the task, as far as the agent allows, or allow it fewer tools' },
    );
    return { key: 'maxToolCalls', max, used, failure };
  }
}

/** Too many calls in one answer fail without an approval. */
function assertCallCount(wanted: readonly string[]): void {
  if (wanted.length <= MAX_CALLS_OF_ANSWER) return;
  throw new NodeFailure(
    'tool-call-limit',
    `The model wants ${wanted.length} tool calls in one answer (${namesOf(wanted)}), and ${MAX_CALLS_OF_ANSWER} are allowed`,
    { hint: 'Say in the prompt how many calls are sensible, or use a stronger model' },
  );
}

function aboutOwn(agent: string | undefined): { path?: string; hint: string } {
  return agent === undefined
    ? { path: 'config.maxIterations', hint: 'Raise the limit of the node, or say in the prompt when the work is done' }
    : { hint: 'Raise maxSteps in the budget of the task, as far as the agent allows, or say in the task when it is done' };
}

/** Bounded, since the model chose the names. */
function namesOf(wanted: readonly string[]): string {
  const names = [...new Set(wanted)];
  const shown = names.slice(0, SHOWN_TOOLS).map((name) => cutText(name, SHOWN_NAME_CHARS));
  return names.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}

function ownerOf(agent: string | undefined): string {
  return agent === undefined ? 'the node' : `agent '${agent}'`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
