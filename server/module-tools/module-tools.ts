import { z } from 'zod';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { SourcedTool, ToolSource } from '#lib/ports/tool-source.ts';
import { jsonSchemaInput } from '#lib/tools/json-schema-input.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import type { Config, ToolModuleConfig } from '../config/config-schema.ts';
import { loadModule } from '../graphs/load-module.ts';
import type { ExportedTool } from './exported-tool.ts';

type Tools = Readonly<Record<string, SourcedTool>>;
type Options = {
  /** Of the config file alone: modules run inside this process, as those of graphs do. */
  readonly modules: Config['tool_modules'];
  /** Paths of modules count from its folder. */
  readonly configFile: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'error'>;
};

const NONE: Tools = {};
/** A module that does not load is tried again after this. */
const RETRY_MS = 30_000;
/** What nodes, and every provider after its names are changed, can carry. */
const TOOL_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

/** The tools that modules of the administrator export, `search@tavily_search`. Imported at the first use. */
export class ModuleTools implements ToolSource {
  readonly #options: Options;
  readonly #elapsed: () => number;
  #loading: Promise<Tools> | undefined;
  #retryAtMs = Number.POSITIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
    this.#elapsed = elapsedTime(options.clock);
  }

  async toolsOf(): Promise<Tools> {
    const { modules } = this.#options;
    if (Object.keys(modules).length === 0) return NONE;
    if (this.#loading && this.#elapsed() < this.#retryAtMs) return this.#loading;
    this.#retryAtMs = Number.POSITIVE_INFINITY;
    this.#loading = this.#load();
    return this.#loading;
  }

  /** Without the tools of modules that do not load, which are logged. */
  async #load(): Promise<Tools> {
    const { modules, configFile, log } = this.#options;
    const tools: Record<string, SourcedTool> = {};
    for (const [name, config] of Object.entries(modules)) {
      try {
        for (const tool of await loadTools(name, config, configFile)) tools[tool.definition.id] = tool;
      } catch (error) {
        this.#retryAtMs = this.#elapsed() + RETRY_MS;
        log.error('the tools of a module cannot be loaded', { name, module: config.module, error });
      }
    }
    return tools;
  }
}

async function loadTools(name: string, config: ToolModuleConfig, configFile: string): Promise<SourcedTool[]> {
  const [module, { readTools }] = await Promise.all([loadModule(config.module, { configFile }), import('./read-tools.ts')]);
  if (!Object.hasOwn(module, config.export))
    throw new Error(`it has no export '${config.export}'. It exports: ${Object.keys(module).join(', ') || 'nothing'}`);
  const tools = await readTools(module[config.export], name);
  const unnamed = tools.find((tool) => !TOOL_NAME.test(tool.name));
  if (unnamed) throw new Error(`a name of a tool has at most 64 letters, digits, _, . and -, unlike '${unnamed.name}'`);
  return tools.map((tool) => toSourced(name, tool, config));
}

function toSourced(
  module: string,
  tool: ExportedTool,
  { module: file, risk, effects, timeout_s }: ToolModuleConfig,
): SourcedTool {
  const id = `${module}@${tool.name}`;
  const title = tool.title ?? tool.name;
  return {
    definition: {
      id,
      title,
      description: tool.description || title,
      group: 'modules',
      // It is part of the server, and reaches whatever that does.
      server: `module ${module} ${file}`,
      reaches: ['modules'],
      input: jsonSchemaInput(tool.inputSchema, checkJsonSchema),
      output: z.unknown(),
      risk,
      ...(tool.needsApproval && { needsApproval: true }),
      scope: 'workspace',
      effects,
      describe: () => `${module}: ${title}`,
      timeoutMs: timeout_s * 1000,
    },
    async call(input, { toolCallId, signal }) {
      const data = await tool.call(input, { toolCallId, signal }).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new NodeFailure('tool-failed', cause instanceof Error ? cause.message : String(cause), { cause });
      });
      return { data: plain(data), summary: `${id} has answered` };
    },
  };
}

/** What a log can hold: a class of a library becomes what JSON says of it. */
function plain(data: unknown): unknown {
  return data === undefined ? null : JSON.parse(JSON.stringify(data) ?? 'null');
}
