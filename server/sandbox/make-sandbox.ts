import type { Sandbox, SandboxLanguage, SandboxWall } from '#lib/ports/sandbox.ts';
import type { RemoteSandboxAddress } from './remote/remote-sandbox.ts';

export type ClosableSandbox = Sandbox & { close(): Promise<void> };

type SandboxOptions = {
  /** Where the Python interpreter's snapshot is kept between starts. Only this user may write there. */
  readonly cacheFolder?: string;
  /** Code runs there and not here. */
  readonly remote?: RemoteSandboxAddress | undefined;
  /** Walls without which no code is run on this machine. */
  readonly requiredWalls?: readonly SandboxWall[];
};

export type MeasuredSandbox = ClosableSandbox & {
  /** Walls of this machine, measured once on a new process. Undefined if code runs elsewhere. */
  walls(): Promise<readonly SandboxWall[] | undefined>;
  /** What `walls` gave; undefined before it did. */
  readonly knownWalls: readonly SandboxWall[] | undefined;
};

/** Both languages. Nothing is loaded or started before the first run of its language. */
export function makeSandbox({ cacheFolder, remote, requiredWalls }: SandboxOptions = {}): MeasuredSandbox {
  const opened = new Map<SandboxLanguage | 'remote', Promise<ClosableSandbox>>();
  const javascript = async () => (await import('./javascript/javascript-sandbox.ts')).makeJavaScriptSandbox({ requiredWalls });
  const open = {
    javascript,
    python: async () => (await import('./python/python-sandbox.ts')).makePythonSandbox({ cacheFolder, requiredWalls }),
  };
  const openRemote = async (address: RemoteSandboxAddress) =>
    new (await import('./remote/remote-sandbox.ts')).RemoteSandbox(address);
  let walls: Promise<readonly SandboxWall[]> | undefined;
  let knownWalls: readonly SandboxWall[] | undefined;
  return {
    get knownWalls() {
      return knownWalls;
    },
    async run(program, options) {
      const which = remote ? 'remote' : program.language;
      const sandbox = opened.get(which) ?? (remote ? openRemote(remote) : open[program.language]());
      opened.set(which, sandbox);
      return (await sandbox).run(program, options);
    },
    async walls() {
      if (remote) return undefined;
      walls ??= measureWalls(javascript);
      knownWalls = await walls;
      return knownWalls;
    },
    async close() {
      await Promise.all([...opened.values()].map(async (sandbox) => (await sandbox).close()));
    },
  };
}

async function measureWalls(
  open: () => Promise<ClosableSandbox & { walls(): Promise<readonly SandboxWall[]> }>,
): Promise<readonly SandboxWall[]> {
  const sandbox = await open();
  try {
    return await sandbox.walls();
  } finally {
    await sandbox.close();
  }
}
