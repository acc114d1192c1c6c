import type { BaseCheckpointSaver } from '@langchain/langgraph';
import { AppError } from '#lib/errors/app-error.ts';
import type { GraphRegistry, LoadedGraph } from '#lib/ports/graph-registry.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import type { Config } from '../config/config-schema.ts';
import { graphSchemas } from './graph-schemas.ts';
import type { CompiledGraph } from './langgraph-graph.ts';
import { loadModule } from './load-module.ts';

type ConfiguredGraphsOptions = {
  /**
   * Of the config file alone. Modules run inside this process, so nothing that the studio changes or a
   * backup restores may name one.
   */
  readonly graphs: Config['graphs'];
  /** Paths of modules count from its folder. */
  readonly configFile: string;
  /** Called at the first use of a graph. */
  readonly makeCheckpointer: () => Promise<BaseCheckpointSaver>;
};

/** The graphs of the config. A module is imported when its graph is first used. */
export class ConfiguredGraphs implements GraphRegistry {
  readonly names: readonly string[];
  readonly #options: ConfiguredGraphsOptions;
  readonly #loaded = new Map<string, Promise<LoadedGraph>>();
  #checkpointer: Promise<BaseCheckpointSaver> | undefined;

  constructor(options: ConfiguredGraphsOptions) {
    this.#options = options;
    this.names = Object.keys(options.graphs).sort();
  }

  load(name: string): Promise<LoadedGraph> {
    const known = this.#loaded.get(name);
    if (known) return known;
    const loading = this.#load(name);
    this.#loaded.set(name, loading);
    loading.catch(() => this.#loaded.delete(name));
    return loading;
  }

  async #load(name: string): Promise<LoadedGraph> {
    const listed = Object.hasOwn(this.#options.graphs, name) ? this.#options.graphs[name] : undefined;
    if (!listed) throw new AppError('graph-unusable', `There is no graph '${name}'. ${this.#hintFor(name)}`);
    const place = `The graph '${name}' (${listed.module})`;
    const module = await loadModule(listed.module, this.#options).catch((cause: unknown) => {
      throw new AppError('graph-unusable', `${place} cannot be loaded: ${reasonOf(cause)}`, { cause });
    });
    if (!Object.hasOwn(module, listed.export))
      throw new AppError(
        'graph-unusable',
        `${place} has no export '${listed.export}'. It exports: ${Object.keys(module).join(', ') || 'nothing'}`,
      );
    const graph = await compiled(module[listed.export]).catch((cause: unknown) => {
      throw new AppError('graph-unusable', `${place} cannot be made: ${reasonOf(cause)}`, { cause });
    });
    if (!graph) throw new AppError('graph-unusable', `${place}: the export '${listed.export}' is no StateGraph, compiled or not`);
    const [{ LangGraphGraph }, schemas, checkpointer] = await Promise.all([
      import('./langgraph-graph.ts'),
      graphSchemas(graph),
      this.#openCheckpointer(),
    ]);
    return new LangGraphGraph(graph, { ...schemas, checkpointer });
  }

  #openCheckpointer(): Promise<BaseCheckpointSaver> {
    const opening = this.#checkpointer ?? this.#options.makeCheckpointer();
    this.#checkpointer = opening;
    opening.catch(() => {
      this.#checkpointer = undefined;
    });
    return opening;
  }

  #hintFor(name: string): string {
    const meant = didYouMean(name, this.names);
    if (meant !== undefined) return `Did you mean ${meant}?`;
    return this.names.length > 0 ? `There are: ${this.names.join(', ')}` : 'List it under graphs in the config file';
  }
}

/** The compiled graph of an export: a graph, a builder, or a function that makes one; undefined for anything else. */
async function compiled(exported: unknown): Promise<CompiledGraph | undefined> {
  if (isGraph(exported)) return exported;
  if (isBuilder(exported)) return asGraph(exported.compile());
  if (typeof exported !== 'function') return undefined;
  const made: unknown = await exported();
  return isBuilder(made) ? asGraph(made.compile()) : asGraph(made);
}

function asGraph(value: unknown): CompiledGraph | undefined {
  return isGraph(value) ? value : undefined;
}

function isGraph(value: unknown): value is CompiledGraph {
  return hasMethods(value, ['stream', 'getState', 'withConfig']);
}

function isBuilder(value: unknown): value is { compile(): unknown } {
  return hasMethods(value, ['compile', 'addNode']);
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
