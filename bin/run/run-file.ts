import { z } from 'zod';
import { ApiError } from '#lib/api/api-error.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DocumentProblem, describeProblem, documentProblemSchema } from '../document/describe-problem.ts';
import { type Document, readDocument } from '../document/read-document.ts';
import { type OpenedWorkflow, readShape } from '../document/read-shape.ts';
import { exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { followRun, type View } from './follow-run.ts';
import { HumanView } from './human-view.ts';
import type { LiveRun, StartCall } from './live-run.ts';
import { readInputs } from './read-inputs.ts';

export type RunFileCall = {
  readonly operands: readonly string[];
  readonly options: {
    readonly input: readonly string[];
    readonly inputs: string | undefined;
    readonly json: boolean;
    readonly server: string | undefined;
    readonly model: string | undefined;
    readonly config: string | undefined;
  };
  readonly terminal: Terminal;
};

/** `threadloom run`: checks the document and the inputs, then runs it here or on a server. @returns the exit code */
export async function runFile({ operands: [file = ''], options, terminal }: RunFileCall): Promise<number> {
  // An empty variable counts as one that is not set.
  const server = options.server ?? (terminal.env.THREADLOOM_URL || undefined);
  const document = await readDocument(file, terminal);
  const refuse = (problems: readonly DocumentProblem[]) => {
    for (const problem of problems) terminal.err(describeProblem(document.name, problem, terminal));
    return exitCode.usage;
  };
  const opened = await openWorkflow(document, server);
  if (!opened.ok) return refuse(opened.problems);
  const { workflow } = opened;
  const read = await readInputs(workflow, options);
  if (!read.ok) return refuse(read.problems);

  const call = { workflow: withModel(workflow, options.model), inputs: read.values };
  const view = options.json
    ? jsonView(terminal)
    : new HumanView(
        terminal,
        workflow.nodes.map(({ id }) => id),
      );
  try {
    return await followRun((onEvent) => start({ ...call, onEvent }, { server, options, terminal }), { view, terminal });
  } catch (error) {
    const problems = problemsOf(error);
    if (problems.length === 0) throw error;
    return refuse(problems);
  }
}

/** A server may know more node types than this build, so only the shape is asked for here; it checks the rest. */
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

function withModel(workflow: Workflow, model: string | undefined): Workflow {
  return model === undefined ? workflow : { ...workflow, settings: { ...workflow.settings, defaultModel: model } };
}

function jsonView(terminal: Terminal): View {
  return { show: (event: PublicEvent) => terminal.out(`${JSON.stringify(event)}\n`) };
}

/** What is wrong with the document or the inputs, when that is why there is no run. */
function problemsOf(error: unknown): readonly DocumentProblem[] {
  const details = AppError.is(error) || error instanceof ApiError ? error.details : undefined;
  const parsed = z.array(documentProblemSchema).safeParse(details?.problems);
  return parsed.success ? parsed.data : [];
}
