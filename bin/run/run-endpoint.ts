import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { Client } from '#lib/api/client.ts';
import { slugSchema } from '#lib/api/deployments.contract.ts';
import { valueAtPath } from '#lib/json/set-at-path.ts';
import { describeProblem } from '../document/describe-problem.ts';
import { problemsOf } from '../document/problems-of.ts';
import { exitCode } from '../exit-code.ts';
import { UsageError } from '../usage-error.ts';
import { followRun } from './follow-run.ts';
import { makeView } from './make-view.ts';
import { readTextInputs } from './read-inputs.ts';
import type { RunFileCall } from './run-file.ts';
import { explainSilence, openServer } from './server-client.ts';
import { startEndpoint } from './start-on-server.ts';

const TO_INPUTS = ['post', 'requestBody', 'content', 'application/json', 'schema', 'properties', 'inputs', 'properties'];
const propertiesSchema = z.record(z.string(), z.looseObject({ type: z.unknown() }));

/** Whether a published workflow is meant: there is no file of that name. */
export function isSlug(operand: string): boolean {
  return slugSchema.safeParse(operand).success && !existsSync(operand);
}

/**
 * `threadloom run SLUG --server URL`: runs a published workflow with the key in THREADLOOM_API_KEY.
 * @returns the exit code
 */
export async function runEndpoint({ operands: [slug = ''], options, terminal }: RunFileCall, server: string): Promise<number> {
  const key = terminal.env.THREADLOOM_API_KEY;
  if (!key)
    throw new UsageError(
      `There is no file ${slug}. To run the published workflow ${slug}, put a key of it into THREADLOOM_API_KEY`,
    );
  if (options.config !== undefined)
    throw new UsageError('A published workflow runs with the config of its server: leave out --config');
  if (options.until.length > 0 || options.break.length > 0 || options.skip.length > 0)
    throw new UsageError('A published workflow runs as a whole: leave out --until, --break and --skip');
  const client = openServer(server, { ...terminal, key });
  const inputs = await readTextInputs(options, { client, isList: await listInputs(options, { client, slug, server }) });
  const { model } = options;
  const view = makeView({ json: options.json, nodeIds: [] }, terminal);
  try {
    return await followRun((onEvent) => startEndpoint({ slug, key, inputs, model, onEvent }, { server, terminal }), {
      view,
      terminal,
    });
  } catch (error) {
    const problems = problemsOf(error);
    if (problems.length === 0) throw error;
    for (const problem of problems) terminal.err(describeProblem(slug, problem, terminal));
    return exitCode.usage;
  }
}

type Endpoint = { readonly client: Client; readonly slug: string; readonly server: string };

/** Which inputs take several files; no request is sent where no file is given. */
async function listInputs(
  { file = [] }: Pick<RunFileCall['options'], 'file'>,
  { client, slug, server }: Endpoint,
): Promise<(name: string) => boolean> {
  if (file.length === 0) return () => false;
  const document = await client.readEndpointOpenApi({ params: { slug } }).catch((error: unknown) => {
    throw explainSilence(error, { server });
  });
  const properties = propertiesSchema.safeParse(valueAtPath(document, ['paths', `/api/v1/run/${slug}`, ...TO_INPUTS])).data ?? {};
  return (name) => Object.hasOwn(properties, name) && properties[name]?.type === 'array';
}
