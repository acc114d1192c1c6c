import type { Contracts } from '#lib/api/contracts.gen.ts';
import type { Handler } from '../handler-kit/define-handler.ts';
import { handlerLoaders } from './handler-loaders.gen.ts';

const loaded = new Map<keyof Contracts, Handler>();

/** The handler of a contract, imported at its first request: Node resolves an `import()` anew each time. */
export function loadHandler(name: keyof Contracts): Handler | Promise<Handler> {
  return loaded.get(name) ?? importHandler(name);
}

async function importHandler(name: keyof Contracts): Promise<Handler> {
  // the handler fits its own contract, which a loop over all of them cannot follow
  const handler = (await handlerLoaders[name]()) as unknown as Handler;
  loaded.set(name, handler);
  return handler;
}
