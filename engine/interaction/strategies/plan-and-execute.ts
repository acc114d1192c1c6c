import type { UserModelMessage } from 'ai';
import { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ProblemParams } from '#lib/i18n/problem-text.ts';
import { type PromptTextKey, promptText } from '#lib/i18n/prompt-text.ts';
import { recitePlan } from '#lib/interaction/recite-plan.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { Todo } from '#lib/run/todo.ts';
import { cutText } from '#lib/text/cut-text.ts';
import { finalMessage } from '../answer.ts';
import type { FinalAnswer, InteractionStrategy } from '../interaction.ts';
import type { InteractionEngine } from '../interaction-engine.ts';
import type { Question } from '../question-request.ts';
import { schemaInstructions } from '../structured-output.ts';
import { Plan } from './plan.ts';
import { askFor, settle } from './settle.ts';

const MAX_STEPS = 20;
const SHOWN_TEXT_CHARS = 200;
const TOOL_TEXT_CHARS = 120;

const stepsField = z.array(z.string().min(1).max(500)).max(MAX_STEPS);
const planSchema = z.object({ steps: stepsField.min(1).meta({ description: 'In order, each one line.' }) });
const stepSchema = z.object({
  status: z.enum(['done', 'failed']),
  result: z.string().meta({ description: 'What came of it: all facts that later steps need. If failed, why.' }),
});
const checkSchema = z.object({
  verdict: z.enum(['complete', 'incomplete']),
  missing: stepsField.meta({ description: 'If incomplete: the steps that are still needed.' }).optional(),
});

/**
 * The model makes a plan, executes it step by step with tools and the plan repeated at the end of
 * each request, plans the rest anew when a step fails, and checks the plan against the task before
 * it answers.
 * @param maxReplans how often the plan may change
 * @throws {NodeFailure} `plan-failed` when a step fails, or the check finds steps missing, and the plan
 * may not change again
 */
export function planAndExecute({ maxReplans }: { maxReplans: number }): InteractionStrategy {
  return async (engine) => {
    const { steps } = planSchema.parse(await askFor(engine, jsonSchemaOf(planSchema), planQuestion(engine)));
    const plan = new Plan(steps);
    engine.setPlan(plan.todos, { reason: 'planned' });
    let replans = 0;
    const replan = (newSteps: readonly string[]) => {
      plan.replaceOpen(newSteps);
      engine.setPlan(plan.todos, { reason: 'replanned' });
    };
    const assertMayReplan = (why: () => NodeFailure) => {
      if (replans++ < maxReplans) return;
      engine.setPlan(plan.todos, { reason: 'progress', isEnd: true });
      throw why();
    };
    for (;;) {
      for (let todo = plan.next; todo; todo = plan.next) {
        plan.set(todo.id, 'active');
        engine.setPlan(plan.todos, { reason: 'progress' });
        const { status, result } = await executeStep(engine, plan, todo);
        plan.set(todo.id, status);
        if (status === 'done') continue;
        const failed = todo;
        assertMayReplan(() => stepFailed(engine, { todo: failed, reason: result, maxReplans }));
        engine.setPlan(plan.todos, { reason: 'progress' });
        replan(await newStepsAfter(engine, plan, result));
      }
      engine.setPlan(plan.todos, { reason: 'progress' });
      const missing = await findMissing(engine, plan);
      if (missing.length === 0) break;
      assertMayReplan(() => stepsMissing(engine, { missing, maxReplans }));
      replan(missing);
    }
    engine.setPlan(plan.todos, { reason: 'complete' });
    return finalAnswer(engine, plan);
  };
}

/** Works on one step until the model says how it ended. Its question and result stay in the conversation. */
async function executeStep(engine: InteractionEngine, plan: Plan, todo: Todo): Promise<z.output<typeof stepSchema>> {
  const number = plan.todos.filter(({ status }) => status !== 'dropped').findIndex(({ id }) => id === todo.id) + 1;
  engine.say({ role: 'user', content: promptText(engine.language, 'plan-step', { number, text: todo.text }) });
  const schema = jsonSchemaOf(stepSchema);
  const question: Question = {
    also: [recital(engine, plan, schemaInstructions(schema, { hasTools: engine.hasTools, language: engine.language }))],
    format: schema,
    isHidden: true,
  };
  for (;;) {
    const mustCallTool = engine.hasTools && engine.toolCalls === 0 && (engine.interaction.mustCallTool ?? false);
    const asked = await engine.ask({ ...question, mustCallTool });
    if (asked.hadTools && asked.toolCalls.length > 0) {
      await engine.callTools(asked);
      continue;
    }
    const final = await settle(engine, asked, { schema, question });
    if (!final) continue;
    const outcome = stepSchema.parse(final.output);
    engine.say(finalMessage(outcome.result || promptText(engine.language, 'no-answer')));
    return outcome;
  }
}

async function newStepsAfter(engine: InteractionEngine, plan: Plan, reason: string): Promise<string[]> {
  const schema = jsonSchemaOf(planSchema);
  const also = [
    recital(engine, plan, said(engine, 'plan-again', { reason: cutText(reason, 2000) }), instructionsFor(engine, schema)),
  ];
  return planSchema.parse(await askFor(engine, schema, { also })).steps;
}

/** Steps that the task still needs. One that a model calls incomplete without naming any is complete. */
async function findMissing(engine: InteractionEngine, plan: Plan): Promise<string[]> {
  const schema = jsonSchemaOf(checkSchema);
  const also = [recital(engine, plan, said(engine, 'plan-check'), instructionsFor(engine, schema))];
  const { verdict, missing = [] } = checkSchema.parse(await askFor(engine, schema, { also }));
  return verdict === 'complete' ? [] : missing;
}

async function finalAnswer(engine: InteractionEngine, plan: Plan): Promise<FinalAnswer> {
  const { outputSchema: schema } = engine.interaction;
  const also = [recital(engine, plan, said(engine, 'plan-answer'), schema && instructionsFor(engine, schema))];
  const question: Question = { also, isLast: true, format: schema ?? 'text' };
  for (;;) {
    const final = await settle(engine, await engine.ask(question), { schema, question });
    if (final) return final;
  }
}

function planQuestion(engine: InteractionEngine): Question {
  const { tools = [] } = engine.interaction;
  const names = tools.map(({ name, description }) => `- ${name}: ${cutText(description.split('\n')[0] ?? '', TOOL_TEXT_CHARS)}`);
  const list = names.length > 0 && said(engine, 'plan-tools', { tools: names.join('\n') });
  const texts = [said(engine, 'plan-make', { max: MAX_STEPS }), list, instructionsFor(engine, jsonSchemaOf(planSchema))];
  return { also: [{ role: 'user', content: texts.filter(Boolean).join('\n\n') }] };
}

/** The last message of each request: the plan, and what is wanted now. */
function recital(engine: InteractionEngine, plan: Plan, ...texts: readonly (string | undefined)[]): UserModelMessage {
  return { role: 'user', content: [recitePlan(plan.todos, engine.language), ...texts].filter(Boolean).join('\n\n') };
}

function said({ language }: InteractionEngine, key: PromptTextKey, params: ProblemParams = {}): string {
  return promptText(language, key, params);
}

function instructionsFor({ language }: InteractionEngine, schema: JsonSchema): string {
  return schemaInstructions(schema, { hasTools: false, language });
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema);
  return json;
}

function stepFailed(
  engine: InteractionEngine,
  { todo: { text }, reason, maxReplans }: { todo: Todo; reason: string; maxReplans: number },
): NodeFailure {
  return new NodeFailure(
    'plan-failed',
    `A step of the plan failed: ${cutText(text, SHOWN_TEXT_CHARS)}: ${cutText(reason, SHOWN_TEXT_CHARS)}. The plan may change ${times(maxReplans)}`,
    aboutReplans(engine),
  );
}

function stepsMissing(
  engine: InteractionEngine,
  { missing, maxReplans }: { missing: readonly string[]; maxReplans: number },
): NodeFailure {
  const shown = cutText(missing.join('; '), SHOWN_TEXT_CHARS);
  return new NodeFailure(
    'plan-failed',
    `The plan is done and the task is not: ${shown}. The plan may change ${times(maxReplans)}`,
    aboutReplans(engine),
  );
}

/** An agent's own setting is no field of the node. */
function aboutReplans({ interaction }: InteractionEngine): { path?: string; hint: string } {
  return { ...(interaction.agent === undefined && { path: 'config.maxReplans' }), hint: HINT };
}

const HINT = 'Allow more changes of the plan, give the model the tools that the step needs, or make the task smaller';

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
