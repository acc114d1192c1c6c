import '#server/process/assert-node-version.ts';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { AppError } from '#lib/errors/app-error.ts';
import { type Environment, readEnvironment } from '#server/config/environment.ts';
import { closeOnSignal } from '#server/process/close-on-signal.ts';
import { exitOnFailure } from '#server/process/exit-on-failure.ts';
import { makeJsonLogger } from '#server/process/json-logger.ts';
import { stopOnUncaught } from '#server/process/stop-on-uncaught.ts';
import { makeSandbox } from '#server/sandbox/make-sandbox.ts';
import { makeSandboxServer } from '#server/sandbox/remote/serve-sandbox.ts';

/** Grace period for running code at a stop, in milliseconds. */
const DRAIN_MS = 10_000;
const fail = exitOnFailure('threadloom sandbox');

/**
 * Runs code for other processes (`sandbox.remote` in their config). It has no database, no keys and
 * no workflows.
 */
async function serve({ host, dataDir, sandbox: { port, token } }: Environment): Promise<void> {
  if (token === undefined)
    throw new AppError('config-invalid', 'Set THREADLOOM_SANDBOX_TOKEN: callers have to send it to run code here');
  const sandbox = makeSandbox({ cacheFolder: join(dataDir, 'cache') });
  const server = makeSandboxServer({ sandbox, token });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new AppError('config-invalid', `THREADLOOM_SANDBOX_PORT: cannot listen on ${host}:${port}: ${cause.message}`, { cause }),
      ),
    );
    server.listen(port, host, resolve);
  });
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    const drained = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(drained);
    await sandbox.close();
  };
  closeOnSignal(close, fail);
  stopOnUncaught({ log: makeJsonLogger(), close });
  await sandbox.walls();
  const { address, port: chosen, family } = server.address() as AddressInfo;
  process.stdout.write(`Threadloom sandbox is ready at http://${family === 'IPv6' ? `[${address}]` : address}:${chosen}\n`);
}

await Promise.try(() => serve(readEnvironment())).catch(fail);
