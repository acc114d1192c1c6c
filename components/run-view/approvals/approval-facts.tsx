'use client';
import { Hourglass, PhoneForwarded, Stamp, TriangleAlert, Wrench } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { useCallWords } from '#components/run-view/use-call-words.ts';
import { PROGRAM } from '#lib/agents/program.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { OpenApproval } from '#lib/run/run-state.ts';

const icons = { tool: Wrench, value: Stamp, effect: TriangleAlert, wait: Hourglass, caller: PhoneForwarded } as const;

type ApprovalFactsProps = { approval: OpenApproval; nodeLabel: string; nowMs: number };

/** The question, the node that asks, and the deadline. */
export function ApprovalFacts({ approval, nodeLabel, nowMs }: ApprovalFactsProps) {
  const t = useTranslations('approvals');
  const { actionId, nodeId, kind, tool, parent } = approval;
  const { question, text } = useQuestion(approval);
  const Icon = icons[kind];
  return (
    <header className="grid gap-1">
      <h4 id={`ask-${actionId}`} className="text-name font-title wrap-anywhere">
        {visibleText(question)}
      </h4>
      {text ? (
        <p className="max-w-[80ch] leading-[18px] whitespace-pre-line text-ink-1 wrap-anywhere">{visibleText(text)}</p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-ink-2">
        <span className={`flex items-center gap-1 ${kind === 'effect' ? 'text-waiting' : ''}`}>
          <Icon size={12} strokeWidth={1.8} aria-hidden="true" />
          {t(`kinds.${kind}`)}
        </span>
        {kind === 'value' ? null : <code className="wrap-anywhere">{tool}</code>}
        <span className="wrap-anywhere">
          {t('node')} {nodeLabel === nodeId ? null : `${nodeLabel} `}
          <code className="text-ink-3">{nodeId}</code>
        </span>
        {parent ? (
          <span className="wrap-anywhere">{t(parent.agent === PROGRAM ? 'program' : 'worker', { agent: parent.agent })}</span>
        ) : null}
        <Expiry expiresAt={approval.expiresAt} nowMs={nowMs} />
      </p>
    </header>
  );
}

function Expiry({ expiresAt, nowMs }: { expiresAt: string; nowMs: number }) {
  const t = useTranslations('approvals');
  const format = useFormatter();
  const at = new Date(expiresAt);
  const relative = format.relativeTime(at, nowMs);
  const exact = format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
  return (
    <time dateTime={expiresAt} className="tabular-nums">
      {at.getTime() > nowMs ? t('expires', { relative, exact }) : t('expired', { relative, exact })}
    </time>
  );
}

/**
 * The first line is the question, the rest are details. Questions of the engine itself are in the
 * reader's language.
 */
function useQuestion({ kind, tool, description, fixed }: OpenApproval): { question: string; text: string } {
  const t = useTranslations('approvals');
  const wordCall = useCallWords();
  if (kind === 'effect') return { question: t('effectQuestion', { name: tool }), text: t('effectText') };
  // Its last line has the fixed arguments, which are shown on their own.
  const call = fixed ? description.slice(0, description.lastIndexOf('\n')) : description;
  if (kind === 'tool') return { question: t('toolQuestion', { tool }), text: wordCall(call) };
  const [question = '', ...text] = description.split('\n');
  return { question, text: text.join('\n').trim() };
}
