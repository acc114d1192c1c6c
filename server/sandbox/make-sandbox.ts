import type { Sandbox, SandboxLanguage } from '#lib/ports/sandbox.ts';
import type { RemoteSandboxPlace } from './remote/remote-sandbox.ts';

export type ClosableSandbox = Sandbox & { close(): Promise<void> };

type SandboxOptions = {
  /** Where the Python interpreter's snapshot is kept between starts. Only this user may write there. */
  readonly cacheFolder?: string;
  /** Code runs there and not here. */
  readonly remote?: RemoteSandboxPlace | undefined;
};

/** Both languages. Nothing is loaded or started before the first run of its language. */
export function makeSandbox({ cacheFolder, remote }: SandboxOptions = {}): ClosableSandbox {
  const opened = new Map<SandboxLanguage | 'remote', Promise<ClosableSandbox>>();
  const open = {
    javascript: async () => new (await import('./javascript/javascript-sandbox.ts')).JavaScriptSandbox(),
    python: async () =>
      new (await import('./python/python-sandbox.ts')).PythonSandbox(cacheFolder === undefined ? {} : { cacheFolder }),
  };
  const openRemote = async (place: RemoteSandboxPlace) => new (await import('./remote/remote-sandbox.ts')).RemoteSandbox(place);
  return {
    async run(program, options) {
      const which = remote ? 'remote' : program.language;
      const sandbox = opened.get(which) ?? (remote ? openRemote(remote) : open[program.language]());
      opened.set(which, sandbox);
      return (await sandbox).run(program, options);
    },
    async close() {
      await Promise.all([...opened.values()].map(async (sandbox) => (await sandbox).close()));
    },
  };
}
