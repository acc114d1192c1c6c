import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DocumentProblem, describeProblem } from '../document/describe-problem.ts';
import { problemsOf } from '../document/problems-of.ts';
import { type Document, readDocument } from '../document/read-document.ts';
import { type OpenedWorkflow, readShape } from '../document/read-shape.ts';
import { exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { followRun } from './follow-run.ts';
import type { LiveRun, StartCall } from './live-run.ts';
import { makeView } from './make-view.ts';
import { readInputs } from './read-inputs.ts';
import { openServer, serverOf } from './server-client.ts';

export type RunFileCall = {
  readonly operands: readonly string[];
  readonly options: {
    readonly input: readonly string[];
    readonly inputs: string | undefined;
    readonly file?: readonly string[];
    readonly json: boolean;
    readonly until: readonly string[];
    readonly break: readonly string[];
    readonly skip: readonly string[];
    readonly yes: boolean;
    readonly server: string | undefined;
    readonly model: string | undefined;
    readonly config: string | undefined;
  };
  readonly terminal: Terminal;
};

/**
 * `threadloom run`: checks the document and the inputs, then runs it here or on a server.
 * @returns the exit code
 */
export async function runFile({ operands: [file = ''], options, terminal }: RunFileCall): Promise<number> {
  const server = serverOf(options, terminal);
  const document = await readDocument(file, terminal);
  const refuse = (problems: readonly DocumentProblem[]) => {
    for (const problem of problems) terminal.err(describeProblem(document.name, problem, terminal));
    return exitCode.usage;
  };
  const opened = await openWorkflow(document, server);
  if (!opened.ok) return refuse(opened.problems);
  const { workflow } = opened;
  const read = await readInputs(workflow, options, server === undefined ? undefined : openServer(server, terminal));
  if (!read.ok) return refuse(read.problems);

  const call = { workflow: withModel(workflow, options.model), inputs: read.values, ...partOf(options) };
  const view = makeView({ json: options.json, nodeIds: workflow.nodes.map(({ id }) => id) }, terminal);
  try {
    const refusal = options.until.length > 0 ? await agree(call, { server, options, terminal }) : undefined;
    if (refusal !== undefined) return refusal;
    return await followRun((onEvent) => start({ ...call, onEvent }, { server, options, terminal }), { view, terminal });
  } catch (error) {
    const problems = problemsOf(error);
    if (problems.length === 0) throw error;
    return refuse(problems);
  }
}

/** @returns the exit code when the plan was declined */
async function agree(
  call: Pick<StartCall, 'workflow' | 'part'>,
  { server, options, terminal }: { server: string | undefined } & Pick<RunFileCall, 'options' | 'terminal'>,
): Promise<number | undefined> {
  const [{ planPart }, { agreeToPlan }] = await Promise.all([import('./plan-part.ts'), import('../fork/agree-to-plan.ts')]);
  return agreeToPlan(await planPart(call, { server, terminal }), { yes: options.yes, terminal });
}

/** A server may know more node types than this build, so only the shape is checked here. */
async function openWorkflow(document: Document, server: string | undefined): Promise<OpenedWorkflow> {
  if (server !== undefined) return readShape(document);
  const { openToRun } = await import('../document/check-document.ts');
  return openToRun(document);
}

async function start(
  call: StartCall,
  { server, options, terminal }: { server: string | undefined } & Pick<RunFileCall, 'options' | 'terminal'>,
): Promise<LiveRun> {
  if (server !== undefined) {
    if (options.config !== undefined) terminal.err('Note: the server has its own config; --config is not used.\n');
    const { startOnServer } = await import('./start-on-server.ts');
    return startOnServer(call, { server, terminal });
  }
  const { startHere } = await import('./start-here.ts');
  const configPath = options.config ?? (terminal.env.THREADLOOM_CONFIG_PATH || undefined);
  return startHere(call, { configPath, variables: terminal.env });
}

/** Ready to be spread; nothing where all of it runs without a stop. */
function partOf({ until, break: breakpoints, skip }: RunFileCall['options']): Pick<StartCall, 'part'> {
  if (until.length === 0 && breakpoints.length === 0 && skip.length === 0) return {};
  return {
    part: {
      ...(until.length > 0 && { until }),
      ...(breakpoints.length > 0 && { breakpoints }),
      ...(skip.length > 0 && { skip }),
    },
  };
}

function withModel(workflow: Workflow, model: string | undefined): Workflow {
  return model === undefined ? workflow : { ...workflow, settings: { ...workflow.settings, defaultModel: model } };
}
