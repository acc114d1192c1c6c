import '#server/runtime/assert-node-version.ts';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { AppError } from '#lib/errors/app-error.ts';
import { type Environment, readEnvironment } from '#server/config/environment.ts';
import { closeOnSignal } from '#server/runtime/close-on-signal.ts';
import { makeJsonLogger } from '#server/runtime/json-logger.ts';
import { stopOnUncaught } from '#server/runtime/stop-on-uncaught.ts';
import { makeSandbox } from '#server/sandbox/make-sandbox.ts';
import { makeSandboxServer } from '#server/sandbox/remote/serve-sandbox.ts';

/** How long a process that is told to end waits for the code that runs, in milliseconds. */
const DRAIN_MS = 10_000;

/** A process that runs the code of other processes (`sandbox.remote` in their config) and nothing else: it has no database, no keys and no workflows. */
async function serve({ host, dataDir, sandbox: { port, token } }: Environment): Promise<void> {
  if (token === undefined)
    throw new AppError('config-invalid', 'Set THREADLOOM_SANDBOX_TOKEN: whoever shows it may run code here, and nobody else');
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

function fail(error: unknown): never {
  const text = AppError.is(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`threadloom sandbox: ${text}\n`);
  process.exit(1);
}

await Promise.try(() => serve(readEnvironment())).catch(fail);
