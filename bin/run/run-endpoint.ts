import { existsSync } from 'node:fs';
import { slugSchema } from '#lib/api/deployments.contract.ts';
import { describeProblem } from '../document/describe-problem.ts';
import { problemsOf } from '../document/problems-of.ts';
import { exitCode } from '../exit-code.ts';
import { UsageError } from '../usage-error.ts';
import { followRun } from './follow-run.ts';
import { makeView } from './make-view.ts';
import { readTextInputs } from './read-inputs.ts';
import type { RunFileCall } from './run-file.ts';
import { startEndpoint } from './start-on-server.ts';

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
  const inputs = await readTextInputs(options);
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
