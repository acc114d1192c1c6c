'use client';
import { Bot, ChevronRight, Wrench } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ToolCallDetail } from '#components/run-view/tool-calls/tool-call-detail.tsx';
import { agentOf, type ToolCallWord, toolCallMarks, toolCallWord } from '#components/run-view/tool-calls/tool-call-look.ts';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import type { OpenApproval, ToolCallState } from '#lib/run/run-state.ts';

type ToolCallCardProps = {
  call: ToolCallState;
  /** The calls of the conversation that the call belongs to. */
  ownApprovals: readonly OpenApproval[];
  /** Approvals of the whole node, for the calls of an agent. */
  approvals: readonly OpenApproval[];
};

/** One call as an expandable row. A call of an agent is expanded while it runs. */
export function ToolCallCard({ call, ownApprovals, approvals }: ToolCallCardProps) {
  const t = useTranslations('tools');
  const word = toolCallWord(call, ownApprovals);
  const isAtWork = call.worker !== undefined && (call.status === 'pending' || call.status === 'running');
  // What a person opened or closed stays so.
  const [choice, setChoice] = useState<boolean>();
  const isOpen = choice ?? isAtWork;
  const detailId = useId();
  const Icon = agentOf(call) === undefined ? Wrench : Bot;
  return (
    <>
      <button
        type="button"
        onClick={() => setChoice(!isOpen)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailId : undefined}
        data-state={toolCallMarks[word]}
        className="flex min-h-7 w-full min-w-0 items-center gap-1.5 px-2 py-1 text-left outline-offset-[-2px] hover:bg-hover"
      >
        <ChevronRight
          size={12}
          aria-hidden="true"
          className={`shrink-0 text-ink-3 transition-transform duration-(--t-2) ${isOpen ? 'rotate-90' : ''}`}
        />
        <Icon size={14} strokeWidth={1.7} aria-hidden="true" className="shrink-0 text-ink-3" />
        <CallName call={call} />
        <span className="flex shrink-0 items-center gap-1 text-meta text-state">
          <StatusMark state={toolCallMarks[word]} />
          {t(`words.${word}`)}
        </span>
        <span className="min-w-0 grow truncate text-meta text-ink-2">{call.summary ?? progressText(call)}</span>
        <CallTime call={call} word={word} />
      </button>
      {isOpen ? (
        <div id={detailId} className="border-t border-line-1 py-2 pr-2 pl-7">
          <ToolCallDetail call={call} approvals={approvals} />
        </div>
      ) : null}
    </>
  );
}

/** What a running call says of its work. */
function progressText({ progress }: ToolCallState): string {
  if (!progress) return '';
  const share = progress.share === undefined ? '' : `${Math.round(progress.share * 100)} %`;
  return [share, progress.message ?? ''].filter((part) => part !== '').join(' · ');
}

function CallName({ call }: { call: ToolCallState }) {
  const agent = agentOf(call);
  return (
    <span className="flex max-w-[60%] min-w-0 shrink-0 items-baseline gap-1.5">
      {agent === undefined ? null : <span className="truncate font-strong text-ink-1">{agent}</span>}
      <code className={`truncate text-meta ${agent === undefined ? 'text-ink-1' : 'text-ink-3 max-md:hidden'}`}>{call.name}</code>
    </span>
  );
}

/** How long it took, or how long it has been running. */
function CallTime({ call, word }: { call: ToolCallState; word: ToolCallWord }) {
  const nowMs = useNow(word === 'running' ? 'live' : 'never');
  const sinceMs =
    word === 'running' && call.startedAt !== undefined ? Math.max(nowMs - Date.parse(call.startedAt), 0) : undefined;
  const durationMs = call.durationMs ?? sinceMs;
  if (durationMs === undefined || word === 'refused') return null;
  return <span className="num shrink-0 text-ink-2">{formatDuration(durationMs)}</span>;
}
