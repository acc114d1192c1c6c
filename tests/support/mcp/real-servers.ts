import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { EndedEarly, onFreePort } from '../free-port.ts';

const folder = fileURLToPath(new URL('../../../node_modules/@modelcontextprotocol/', import.meta.url));

/** Entry points of the public servers. */
export const entryOf = {
  everything: `${folder}server-everything/dist/index.js`,
  filesystem: `${folder}server-filesystem/dist/index.js`,
  memory: `${folder}server-memory/dist/index.js`,
} as const;

export type RealServer = { readonly port: number; end(): Promise<void> };

/** `server-everything` over HTTP: at `/mcp`, or for `sse` at `/sse`. */
export async function startEverything(transport: 'streamableHttp' | 'sse' = 'streamableHttp'): Promise<RealServer> {
  return onFreePort((port) => startOn(port, transport));
}

async function startOn(port: number, transport: string): Promise<RealServer> {
  const child = spawn(process.execPath, [entryOf.everything, transport], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await untilListening(child);
  return {
    port,
    end: async () => {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Both servers print one line when they listen. */
function untilListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (/listening|running on port/i.test(printed)) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new EndedEarly(`It ended before it listened: ${printed}`)));
  });
}
