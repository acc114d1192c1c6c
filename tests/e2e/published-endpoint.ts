import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Timeout of a call of an endpoint whose workflow calls the demo model. */
export const CALL_TIMEOUT_MS = 20_000;

type Call = { url: string | null; key: string | null; inputs: object };
type Called = { runId: string; status: string; outputs: Record<string, string> };

/** Calls a published workflow from another process. */
export async function callEndpoint({ url, key, inputs }: Call): Promise<Called> {
  const headers = ['-H', `authorization: Bearer ${key}`, '-H', 'content-type: application/json'];
  const { stdout } = await run('curl', ['-sS', `${url}`, ...headers, '-d', JSON.stringify({ inputs })], {
    timeout: CALL_TIMEOUT_MS,
  });
  return JSON.parse(stdout) as Called;
}
