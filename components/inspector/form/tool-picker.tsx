'use client';
import { useTranslations } from 'use-intl';
import { findListedTool } from '#components/inspector/form/tool-facts.ts';
import { RiskMark } from '#components/inspector/form/tool-marks.tsx';
import { useLocalizedTool } from '#components/run-view/tool-calls/use-localized-tool.ts';
import { PickField } from '#components/ui/pick-field.tsx';
import type { PickItem } from '#components/ui/pick-list.ts';
import type { ToolResource } from '#lib/api/tools.contract.ts';

type ToolPickerProps = {
  tools: readonly ToolResource[];
  /** Id or alias of the chosen one; empty for none. */
  value: string;
  /** Instead of the chosen one. */
  text?: string;
  /** Stays open for further tools, and offers all of a server or service at once. @defaultValue false */
  staysOpen?: boolean;
  /** Several only where it stays open. */
  onPick: (toolId: string, ...others: readonly string[]) => void;
  id?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'aria-required'?: boolean | undefined;
};

type ToolItem = PickItem & { readonly tool: ToolResource };
/** All tools of one server or service. */
type GroupItem = PickItem & { readonly tools: readonly ToolItem[] };

/** A tool of the server: by search, in groups, each with what it does and may do. */
export function ToolPicker({ tools, value, text, staysOpen, onPick, ...control }: ToolPickerProps) {
  const t = useTranslations('inspector.toolPicker');
  const itemOf = useToolItem();
  const chosen = findListedTool(tools, value);
  const listed = useToolItems(tools);
  const items = staysOpen ? withGroups(listed, (count, group) => t('all', { count, group })) : listed;
  function pick(id: string) {
    const picked = items.find((item) => item.id === id);
    const [first, ...others] = picked && 'tools' in picked ? picked.tools.map((item) => item.id) : [id];
    if (first !== undefined) onPick(first, ...others);
  }
  return (
    <PickField
      {...control}
      value={chosen?.id ?? value}
      text={text ?? (chosen ? itemOf(chosen).label : value || t('choose'))}
      title={t('title')}
      placeholder={t('search')}
      items={items}
      emptyText={(search) => t('none', { search })}
      trailing={(item) => ('tool' in item ? <RiskMark tool={item.tool} /> : null)}
      staysOpen={staysOpen}
      onPick={pick}
    />
  );
}

/** The items, each group of several from another server or service below an item for all of it. */
function withGroups(
  items: readonly ToolItem[],
  labelOf: (count: number, group: string) => string,
): readonly (ToolItem | GroupItem)[] {
  const isElsewhere = ({ tool: { source } }: ToolItem) => source === 'mcp' || source === 'openapi';
  return [...Map.groupBy(items, ({ group }) => group ?? '')].flatMap(([group, tools]) => {
    if (tools.length < 2 || !tools.every(isElsewhere)) return tools;
    const all: GroupItem = {
      id: `all ${group}`,
      label: labelOf(tools.length, group),
      detail: tools.map(({ label }) => label).join(', '),
      group,
      tools,
    };
    return [all, ...tools];
  });
}

/** All tools as rows, those of one group together. */
export function useToolItems(tools: readonly ToolResource[]): readonly ToolItem[] {
  const itemOf = useToolItem();
  return [...Map.groupBy(tools.map(itemOf), ({ group }) => group).values()].flat();
}

/** A tool as a row of the list, in the language of the studio. */
function useToolItem(): (tool: ToolResource) => ToolItem {
  const t = useTranslations('inspector.toolPicker');
  const groups = useTranslations('toolsPage.groups');
  const sources = useTranslations('toolsPage.sources');
  const wordsOf = useLocalizedTool();
  return (tool) => {
    const { id, source, group } = tool;
    const { title, description } = wordsOf(tool);
    const isOfKind = source === 'built-in' || source === 'knowledge' || source === 'workflow' || source === 'a2a';
    return {
      id,
      label: tool.isEnabled ? title : t('off', { title }),
      hint: id,
      detail: description.replaceAll('`', ''),
      words: `${description} ${Object.values(tool.aliases).join(' ')}`,
      group: isOfKind ? groups(group) : `${id.split('@', 1)[0]} · ${sources(source)}`,
      tool,
    };
  };
}
