'use client';
import { Bot, Wrench } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { type ToolUse, toolUsesOf } from '#components/editor/canvas/tool-uses.ts';
import { TOOL_ROW_PX } from '#components/editor/document/node-face.ts';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import type { NodeState } from '#lib/run/run-state.ts';

type NodeToolsProps = { tools: readonly string[]; hiddenCount: number; run: NodeState | undefined };

/** What a node's model may call, a row each, and how often and how long it did in the run being shown. */
export function NodeTools({ tools, hiddenCount, run }: NodeToolsProps) {
  const t = useTranslations('canvasNode');
  const uses = toolUsesOf(run?.toolCalls ?? []);
  return (
    <ul aria-label={t('tools')} className="mt-1 border-t border-line-1 pt-[3px]">
      {tools.map((tool) => (
        <Row key={tool} tool={tool} use={uses.get(tool)} />
      ))}
      {hiddenCount > 0 ? (
        <li style={{ height: TOOL_ROW_PX }} className="pl-7 text-meta leading-[18px] text-ink-3">
          {t('moreTools', { count: hiddenCount })}
        </li>
      ) : null}
    </ul>
  );
}

function Row({ tool, use }: { tool: string; use: ToolUse | undefined }) {
  const t = useTranslations('status');
  const Icon = use?.isAgent ? Bot : Wrench;
  return (
    <li style={{ height: TOOL_ROW_PX }} className="flex items-center gap-1.5 pr-2 pl-2.5 text-meta text-ink-3">
      <Icon size={12} strokeWidth={1.7} aria-hidden="true" className="shrink-0" />
      <code title={tool} className={`min-w-0 grow truncate ${use ? 'text-ink-1' : ''}`}>
        {tool}
      </code>
      {use ? <span className="num shrink-0">×{use.count}</span> : null}
      {use ? (
        <span data-state={use.state} className="num ml-auto flex shrink-0 items-center gap-1 text-state">
          {use.durationMs === undefined ? null : formatDuration(use.durationMs)}
          <StatusMark state={use.state} label={t(use.state)} />
        </span>
      ) : null}
    </li>
  );
}
