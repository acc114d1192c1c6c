import type { SourcedTool, ToolSource } from './tool-source.ts';

type Tools = Readonly<Record<string, SourcedTool>>;

/** Several sources as one. An id that two of them have belongs to the first. */
export function joinToolSources(sources: readonly ToolSource[]): ToolSource {
  const joined = new WeakMap<Tools, { readonly parts: readonly Tools[]; readonly tools: Tools }>();
  return {
    async toolsOf(workspaceId) {
      const parts = await Promise.all(sources.map((source) => source.toolsOf(workspaceId)));
      const filled = parts.filter((tools) => Object.keys(tools).length > 0);
      const [first = {}] = filled;
      if (filled.length < 2) return first;
      // The same object as long as no part has changed.
      const known = joined.get(first);
      if (known && known.parts.length === filled.length && known.parts.every((part, index) => part === filled[index]))
        return known.tools;
      const tools = Object.assign({}, ...filled.toReversed()) as Tools;
      joined.set(first, { parts: filled, tools });
      return tools;
    },
  };
}
