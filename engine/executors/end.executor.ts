import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import { headerProblem, headerValueProblem, RESPONSE_PORT, type RunResponse, runResponseSchema } from '#lib/run/run-response.ts';
import end from '#nodes/end/end.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';

export default defineExecutor(end, ({ config: { outputs, response } }) => ({
  out: outputs,
  ...(response && { [RESPONSE_PORT]: responseFrom(response) }),
}));

/** @throws {NodeFailure} naming the header at fault: its value may come from a caller */
function responseFrom({ status, headers = {}, body }: NonNullable<ConfigOf<typeof end>['response']>): RunResponse {
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  for (const [name, value] of texts) {
    const problem = headerProblem(name) ?? headerValueProblem(name, value);
    if (problem !== undefined) throw new NodeFailure('response-invalid', problem, { path: `config.response.headers.${name}` });
  }
  const made = runResponseSchema.safeParse({ status, headers: Object.fromEntries(texts), ...(body !== undefined && { body }) });
  if (made.success) return made.data;
  const [issue] = made.error.issues;
  throw new NodeFailure('response-invalid', issue?.message ?? '', { path: `config.response.${issue?.path.join('.')}` });
}
