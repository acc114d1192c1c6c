import { z } from 'zod';
import type { Client } from '#lib/api/client.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { describeProblem, documentProblemSchema } from '../document/describe-problem.ts';
import { readDocument } from '../document/read-document.ts';
import { readShape } from '../document/read-shape.ts';
import { exitCode } from '../exit-code.ts';
import { explainSilence, openServer, type Where } from '../run/server-client.ts';
import { UsageError } from '../usage-error.ts';

type ImportOptions = { readonly into: string | undefined; readonly json: boolean };

/** `threadloom import`. @returns the exit code; 2 when a file is no workflow, 1 when a draft has errors */
export async function importWorkflows(files: readonly string[], { into, json }: ImportOptions, { server, terminal }: Where) {
  if (into !== undefined && files.length > 1) throw new UsageError('--into takes one file');
  const client = openServer(server, terminal);
  let code: number = exitCode.ok;
  for (const file of files) {
    const document = await readDocument(file, terminal);
    const shape = readShape(document);
    const show = (problem: z.output<typeof documentProblemSchema>) =>
      terminal.err(describeProblem(document.name, problem, terminal));
    if (!shape.ok) {
      shape.problems.forEach(show);
      code = exitCode.usage;
      continue;
    }
    const { workflow } = shape;
    const { id, errors } = await save(client, { workflow, into }).catch((error: unknown) => {
      throw explainSilence(error, { server });
    });
    errors.forEach(show);
    if (errors.length > 0 && code === exitCode.ok) code = exitCode.failed;
    terminal.out(json ? `${JSON.stringify({ file, id, errors: errors.length })}\n` : `${id}  ${document.name}\n`);
  }
  return code;
}

async function save(client: Client, { workflow, into }: { workflow: Workflow; into: string | undefined }) {
  const id = into ?? (await client.createWorkflow({ body: workflow })).id;
  if (into !== undefined) {
    const { revision } = await client.getWorkflow({ params: { id } });
    await client.replaceWorkflow({ params: { id }, headers: { 'if-match': String(revision) }, body: workflow });
  }
  const { errors } = await client.validateWorkflow({ body: JSON.parse(formatWorkflow(workflow)) });
  return { id, errors: z.array(documentProblemSchema).parse(errors) };
}
