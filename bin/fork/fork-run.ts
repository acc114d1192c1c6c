import type { Client } from '#lib/api/client.ts';
import type { RunPlanResource } from '#lib/api/forks.contract.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { describeProblem } from '../document/describe-problem.ts';
import { problemsOf } from '../document/problems-of.ts';
import { readDocument } from '../document/read-document.ts';
import { readShape } from '../document/read-shape.ts';
import { exitCode } from '../exit-code.ts';
import { followRun } from '../run/follow-run.ts';
import { makeView } from '../run/make-view.ts';
import { readTextInputs } from '../run/read-inputs.ts';
import { explainSilence, openServer } from '../run/server-client.ts';
import { liveOnServer } from '../run/start-on-server.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { agreeToPlan } from './agree-to-plan.ts';
import { describePlan } from './describe-plan.ts';
import { type ForkOptions, readChanges } from './read-changes.ts';

type ForkCall = {
  readonly operands: readonly string[];
  readonly options: ForkOptions & {
    readonly inputs: string | undefined;
    readonly file: string | undefined;
    readonly model: readonly string[];
    readonly plan: boolean;
    readonly yes: boolean;
    readonly json: boolean;
  };
};
type Where = { readonly server: string; readonly terminal: Terminal };

/** `threadloom fork`: shows the plan of a fork, or makes it and follows it. @returns the exit code */
export async function forkRun({ operands: [runId = ''], options }: ForkCall, { server, terminal }: Where): Promise<number> {
  const client = openServer(server, terminal);
  const changes = {
    ...readChanges(options),
    ...(options.inputs !== undefined && { inputs: await readTextInputs({ input: [], inputs: options.inputs }) }),
  };
  try {
    const document = await documentFor(runId, { client, options, terminal });
    const body = { ...changes, ...(document && { document }) };
    const plan = await client.planFork({ params: { id: runId }, body });
    if (options.plan) return showPlan(plan, options, terminal);
    const refusal = await agreeToPlan(plan, { yes: options.yes, terminal });
    if (refusal !== undefined) return refusal;
    const view = makeView({ json: options.json, nodeIds: await nodeIdsOf(runId, client) }, terminal);
    return await followRun(
      async (onEvent) => {
        const forked = await client.forkRun({ params: { id: runId }, body: { ...body, mode: 'async' } });
        if (!options.json) terminal.err(`The fork is ${forked.runId}\n`);
        return liveOnServer({ client, runId: forked.runId, onEvent }, { server, terminal });
      },
      { view, terminal },
    );
  } catch (error) {
    const problems = problemsOf(error);
    if (problems.length === 0) throw explainSilence(error, { server });
    for (const problem of problems) terminal.err(describeProblem(options.file ?? runId, problem, terminal));
    return exitCode.usage;
  }
}

/** The workflow that the fork runs, where it is not the one that ran. */
async function documentFor(
  runId: string,
  { client, options: { file, model }, terminal }: { client: Client; options: ForkCall['options']; terminal: Terminal },
): Promise<Workflow | undefined> {
  const given = file === undefined ? undefined : await readFile(file, terminal);
  if (model.length === 0) return given;
  const { changeModels } = await import('./change-models.ts');
  return changeModels(given ?? (await client.getRunWorkflow({ params: { id: runId } })).document, model);
}

async function readFile(file: string, terminal: Terminal) {
  const opened = readShape(await readDocument(file, terminal));
  if (opened.ok) return opened.workflow;
  throw new UsageError(`${file} is no workflow: ${opened.problems[0]?.message}`);
}

async function nodeIdsOf(runId: string, client: Client): Promise<string[]> {
  const { document } = await client.getRunWorkflow({ params: { id: runId } });
  return document.nodes.map(({ id }) => id);
}

function showPlan(plan: RunPlanResource, { json }: { json: boolean }, terminal: Terminal): number {
  terminal.out(json ? `${JSON.stringify(plan)}\n` : describePlan(plan, terminal));
  return exitCode.ok;
}
