import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { GraphRegistry, LoadedGraph } from '#lib/ports/graph-registry.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';

/**
 * @throws {NodeFailure} `graph-unknown` when the config does not list it, `graph-unusable` when its
 * module does not load
 */
export async function findGraph(name: string, graphs: GraphRegistry | undefined): Promise<LoadedGraph> {
  const names = graphs?.names ?? [];
  if (!graphs || !names.includes(name)) {
    const meant = didYouMean(name, names);
    const listed = names.length > 0 ? `There are: ${names.join(', ')}` : 'List it under graphs in the config file of the server';
    throw new NodeFailure('graph-unknown', `There is no graph '${name}'`, {
      path: 'config.graph',
      hint: meant === undefined ? listed : `Did you mean ${meant}?`,
    });
  }
  try {
    return await graphs.load(name);
  } catch (error) {
    if (!AppError.is(error)) throw error;
    throw new NodeFailure('graph-unusable', error.message, {
      path: 'config.graph',
      hint: 'Correct the module or its entry under graphs in the config file',
      cause: error,
    });
  }
}
