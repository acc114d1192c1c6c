import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { GraphInterrupt } from '#lib/ports/graph-registry.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import { sampleOfSchema } from '#lib/workflow/sample-of-schema.ts';
import type { Decision, ExecutorContext } from '../contract/define-executor.ts';
import { parentOf } from './log-graph.ts';

/** Requests for one interrupt whose answers do not fit. */
const MAX_REQUESTS = 20;
/** Fields of an interrupt's value that may be its question. */
const QUESTIONS = ['question', 'message', 'title', 'description'];

export type AskInterrupts = {
  /** Name of the graph. */
  readonly graph: string;
  /** What `interrupt()` returns for a rejection. */
  readonly rejectedWith: unknown;
  readonly expiresInMs: number;
  readonly context: ExecutorContext;
};

export function isRequested({ id }: GraphInterrupt, { hasRequested }: Pick<ExecutorContext, 'hasRequested'>): boolean {
  return hasRequested(keyOf(id, 0));
}

/**
 * Asks a person for the answer of an interrupt.
 * @returns undefined until there is one
 * @throws {NodeFailure} `graph-rejected` when it was rejected and the graph takes no such answer;
 * `graph-answer-invalid` after too many answers that do not fit
 */
export function askInterrupt(interrupt: GraphInterrupt, asking: AskInterrupts): { readonly answer: unknown } | undefined {
  const { id, answerSchema: schema } = interrupt;
  let problem: string | undefined;
  for (let asked = 0; asked < MAX_REQUESTS; asked++) {
    const proposed = proposedAnswer(interrupt);
    const decision = asking.context.ask({
      key: keyOf(id, asked),
      kind: 'value',
      tool: 'graph',
      toolCallId: interrupt.step.stepId,
      parent: parentOf(asking.graph),
      args: proposed,
      description: describe(interrupt, problem),
      expiresInMs: asking.expiresInMs,
    });
    if (!decision) return undefined;
    if (decision.status !== 'confirmed') return { answer: rejection(decision, { schema, ...asking }) };
    const answer = decision.args === undefined ? proposed : decision.args;
    problem = schema && misfit(answer, schema);
    if (problem === undefined) return { answer };
  }
  throw new NodeFailure('graph-answer-invalid', `${MAX_REQUESTS} answers to an interrupt did not fit its schema: ${problem}`);
}

function keyOf(interruptId: string, asked: number): string {
  return asked === 0 ? interruptId : `${interruptId}#${asked}`;
}

/** What is edited, or approved as it is. */
function proposedAnswer({ value, answerSchema }: GraphInterrupt): unknown {
  return answerSchema ? (sampleOfSchema(answerSchema) ?? null) : value;
}

function rejection(
  { comment }: Decision,
  { schema, rejectedWith }: { schema: JsonSchema | undefined; rejectedWith: unknown },
): unknown {
  const problem = schema && misfit(rejectedWith, schema);
  if (problem === undefined) return rejectedWith;
  const why = comment === undefined ? '' : `: ${comment}`;
  throw new NodeFailure('graph-rejected', `A person rejected what the graph asked${why}`, {
    path: 'config.rejectedWith',
    hint: `To continue instead, enter an answer that the graph takes: ${problem}`,
  });
}

function misfit(value: unknown, schema: JsonSchema): string | undefined {
  const [first] = checkJsonSchema(value, schema);
  return first && `${first.path === '' ? 'the answer' : first.path} ${first.message}`;
}

/** The question in the first line, then what else the step said. */
function describe({ value, answerSchema, step }: GraphInterrupt, problem: string | undefined): string {
  const { question, rest } = questionOf(value, step.name);
  // Without a schema the value itself is what is edited, and so is shown anyway.
  const details = answerSchema && rest !== undefined ? JSON.stringify(rest, null, 2) : undefined;
  return [question, problem && `The last answer did not fit: ${problem}`, details]
    .filter((part) => part !== undefined)
    .join('\n\n');
}

function questionOf(value: unknown, stepName: string): { question: string; rest?: unknown } {
  if (typeof value === 'string' && value.trim() !== '' && !value.includes('\n')) return { question: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { question: stepName, rest: value };
  const fields = value as Readonly<Record<string, unknown>>;
  const name = QUESTIONS.find((key) => typeof fields[key] === 'string' && fields[key] !== '');
  if (name === undefined) return { question: stepName, rest: value };
  const { [name]: question, ...rest } = fields;
  return { question: String(question).replaceAll('\n', ' '), ...(Object.keys(rest).length > 0 && { rest }) };
}
