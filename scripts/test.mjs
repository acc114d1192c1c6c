// `npm test [-- stage …]`: every check of the project, on a fresh machine too. The last line is `N passed, N failed`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Interrupted, reportFailure, StartError } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { assertScriptNode, findNode } from './node-runtime.mjs';
import { runStages } from './test/run-stages.mjs';
import { stages } from './test/stages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'threadloom-test-'));

try {
  assertScriptNode();
  const chosen = chooseStages(process.argv.slice(2));
  await ensureInstalled({ root, kind: 'development' });
  const env = { NEXT_TELEMETRY_DISABLED: '1', ...process.env };
  const { passed, failed } = await runStages(chosen, { root, node: findNode(root), env, scratch });
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed`);
} catch (error) {
  process.exitCode = reportFailure(error);
  if (!(error instanceof Interrupted)) console.log('0 passed, 1 failed');
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function chooseStages(names) {
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length)
    throw new StartError(
      `there is no stage ${unknown.join(', ')}; the stages are ${stages.map((stage) => stage.name).join(', ')}.`,
    );
  return names.length ? stages.filter((stage) => names.includes(stage.name)) : stages;
}
