import { once } from 'node:events';
import { createServer } from 'node:net';

/** A server ended before it answered, perhaps because another process had taken its port. */
export class EndedEarly extends Error {}

const TRIES = 3;

/** Starts a server on a free port, and on another one if it ends early. */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (left === 0 || !(error instanceof EndedEarly)) throw error;
    }
  }
}

/**
 * A script for `sh -c`: prints the pid of its arguments, `$server`, and runs `stop` when its stdin closes. Only
 * this process holds that open, so the server always ends with it.
 */
export function boundScript(stop: string): string {
  return `exec 3<&0; "$@" 3<&- & server=$!; echo $server; { cat <&3 > /dev/null; ${stop}; } & stopper=$!; exec 3<&-; wait $server; code=$?; kill $stopper 2> /dev/null; exit $code`;
}

/** A port that no server has now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address && typeof address === 'object') return address.port;
  throw new Error('no free port');
}
