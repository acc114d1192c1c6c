import type { ToolKit } from '#engine/contract/tool-kit.ts';

/** Large values in memory, isolated by workspace. */
export function makeMemoryPayloads(): ToolKit['payloads'] {
  const texts = new Map<string, string>();
  return {
    savePayload: async (workspaceId, hash, text) => void texts.set(`${workspaceId} ${hash}`, text),
    readPayload: async (workspaceId, hash) => texts.get(`${workspaceId} ${hash}`),
  };
}
