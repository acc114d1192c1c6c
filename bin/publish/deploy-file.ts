import { z } from 'zod';
import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DocumentProblem, describeProblem, documentProblemSchema } from '../document/describe-problem.ts';
import { readDocument } from '../document/read-document.ts';
import { readShape } from '../document/read-shape.ts';
import { exitCode } from '../exit-code.ts';
import { explainSilence, openServer } from '../run/server-client.ts';
import type { Terminal } from '../terminal.ts';

export type DeployFile = {
  readonly file: string;
  readonly slug: string;
  readonly events: 'summary' | 'full' | undefined;
  /** Of requests whose host a value or a model chooses; those of the version before if undefined. */
  readonly hosts: string[] | undefined;
  /** Omitted settings keep their value. */
  readonly allow: {
    readonly models?: string[];
    readonly toolNames?: boolean;
    readonly decisions?: boolean;
    readonly sharedRuns?: boolean;
    readonly callerTools?: boolean;
    readonly publicCard?: boolean;
    readonly origins?: string[];
  };
  readonly server: string;
};

/**
 * `threadloom deploy`: saves the document as the endpoint's workflow and publishes it.
 * @returns the exit code
 */
export async function deployFile({ file, slug, events, hosts, allow, server }: DeployFile, terminal: Terminal): Promise<number> {
  const document = await readDocument(file, terminal);
  const shape = readShape(document);
  const client = openServer(server, terminal);
  const problems = shape.ok ? await findErrors(client, shape.workflow, server) : shape.problems;
  if (!shape.ok || problems.length > 0) {
    for (const problem of problems) terminal.err(describeProblem(document.name, problem, terminal));
    return exitCode.usage;
  }
  const workflowId = await saveDraft(client, { slug, workflow: shape.workflow });
  const body = { slug, allow, ...(events && { events }), ...(hosts && { hosts }) };
  const { version } = await client.deployWorkflow({ params: { id: workflowId }, body });
  terminal.out(`${slug} runs version ${version} of ${workflowId}: POST ${server.replace(/\/$/, '')}/api/v1/run/${slug}\n`);
  const { reach } = await client.getVersion({ params: { id: workflowId, number: version } });
  if (reach?.hasOpenHost && reach.openHosts.length === 0)
    terminal.err(
      'Requests whose host a value or a model chooses are refused: name their hosts with --hosts, or allow all with --hosts any\n',
    );
  return exitCode.ok;
}

/** Checked before anything is saved: a document that cannot be published leaves no draft. */
async function findErrors(client: Client, workflow: Workflow, server: string): Promise<DocumentProblem[]> {
  const body = JSON.parse(formatWorkflow(workflow));
  const { errors } = await client.validateWorkflow({ body }).catch((error: unknown) => {
    throw explainSilence(error, { server });
  });
  return z.array(documentProblemSchema).parse(errors);
}

/**
 * @returns the workflow behind the endpoint, its draft now this document; a new one where the slug
 * is free
 */
async function saveDraft(client: Client, { slug, workflow }: { slug: string; workflow: Workflow }): Promise<string> {
  const deployment = await client.getDeployment({ params: { slug } }).catch(nullWhenMissing);
  const draft = deployment && (await client.getWorkflow({ params: { id: deployment.workflowId } }).catch(nullWhenMissing));
  if (!draft) return (await client.createWorkflow({ body: workflow })).id;
  const { id, revision, document } = draft;
  if (formatWorkflow(document) !== formatWorkflow(workflow))
    await client.replaceWorkflow({ params: { id }, headers: { 'if-match': String(revision) }, body: workflow });
  return id;
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof ApiError && error.code === 'not-found') return null;
  throw error;
}
