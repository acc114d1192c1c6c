import { fromAiSdk, isAiSdkTool } from './ai-sdk-tool.ts';
import type { ExportedTool } from './exported-tool.ts';
import { fromLangChain, isLangChainTool } from './langchain-tool.ts';

/**
 * The tools of an export: a tool, a list or an object of them, a toolkit of LangChain, or a function that returns one
 * of these. A tool of the AI SDK has the name of its key, and one that is exported alone that of the module.
 * @throws {Error} for anything else, with a sentence that says what it is
 */
export async function readTools(exported: unknown, name: string): Promise<ExportedTool[]> {
  const tools = await read(typeof exported === 'function' ? await exported() : exported, name);
  if (tools.length === 0) throw new Error('it has no tool of LangChain, and none of the AI SDK that executes');
  return tools;
}

async function read(value: unknown, name: string): Promise<ExportedTool[]> {
  if (isLangChainTool(value)) return [await fromLangChain(value)];
  if (isAiSdkTool(value)) return [await fromAiSdk(name, value)];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return Promise.all(value.filter(isLangChainTool).map(fromLangChain));
  if ('getTools' in value && typeof value.getTools === 'function') return read(await value.getTools(), name);
  const entries = Object.entries(value).map(([key, tool]) =>
    isLangChainTool(tool) ? fromLangChain(tool) : isAiSdkTool(tool) ? fromAiSdk(key, tool) : undefined,
  );
  return (await Promise.all(entries)).filter((tool) => tool !== undefined);
}
