'use client';
import { useTranslations } from 'use-intl';
import { useLocalizedTool } from '#components/run-view/tool-calls/use-localized-tool.ts';
import type { ToolResource } from '#lib/api/tools.contract.ts';

/** The server's tools as choices; those that are not enabled are marked and can still be chosen. */
export function ToolOptions({ tools }: { tools: readonly ToolResource[] }) {
  const t = useTranslations('inspector');
  const title = useToolTitle();
  return tools.map((tool) => (
    <option key={tool.id} value={tool.id}>
      {tool.isEnabled ? title(tool) : t('toolOff', { name: title(tool) })}
    </option>
  ));
}

/** What a tool is called in the reader's language, with its id. */
function useToolTitle(): (tool: ToolResource) => string {
  const wordsOf = useLocalizedTool();
  return (tool) => `${tool.id} · ${wordsOf(tool).title}`;
}
