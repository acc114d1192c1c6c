import type { Sandbox, SandboxLanguage } from '#lib/ports/sandbox.ts';

type ClosableSandbox = Sandbox & { close(): Promise<void> };

/** Both languages. Nothing is loaded or started before the first run of its language. */
export function makeSandbox({ cacheFolder }: { cacheFolder?: string } = {}): ClosableSandbox {
  const opened = new Map<SandboxLanguage, Promise<ClosableSandbox>>();
  const open = {
    javascript: async () => new (await import('./javascript/javascript-sandbox.ts')).JavaScriptSandbox(),
    python: async () =>
      new (await import('./python/python-sandbox.ts')).PythonSandbox(cacheFolder === undefined ? {} : { cacheFolder }),
  };
  return {
    async run(program, options) {
      const { language } = program;
      const sandbox = opened.get(language) ?? open[language]();
      opened.set(language, sandbox);
      return (await sandbox).run(program, options);
    },
    async close() {
      await Promise.all([...opened.values()].map(async (sandbox) => (await sandbox).close()));
    },
  };
}
