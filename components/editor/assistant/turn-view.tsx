'use client';
import { CircleAlert, LoaderCircle } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import type { AssistantStep, AssistantTurn, PersonTurn } from '#components/editor/assistant/assistant-session.ts';
import { ProposalCard } from '#components/editor/assistant/proposal-card.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';

const knownTools = ['draft_read', 'draft_node_types', 'draft_read_run', 'draft_propose', 'read_result'] as const;

export function PersonTurnView({ turn }: { turn: PersonTurn }) {
  const t = useTranslations('assistant');
  return (
    <article aria-label={t('you')} className="ml-6 justify-self-end rounded-control bg-sunken px-3 py-2">
      <p className="leading-5 whitespace-pre-wrap wrap-anywhere">{turn.text}</p>
    </article>
  );
}

/** What the assistant does, says and proposes. */
export function AssistantTurnView({ turn }: { turn: AssistantTurn }) {
  const t = useTranslations('assistant');
  const { text, steps, status, problem, runId, proposal } = turn;
  return (
    <article aria-label={t('title')} aria-busy={status === 'running'} className="grid min-w-0 gap-2">
      {steps.length > 0 ? (
        <ul className="grid gap-0.5 text-meta text-ink-2">
          {steps.map((step) => (
            <Step key={step.id} step={step} />
          ))}
        </ul>
      ) : null}
      {text.trim() === '' ? null : <p className="leading-5 whitespace-pre-wrap wrap-anywhere">{visibleText(text.trim())}</p>}
      {status === 'running' && text.trim() === '' ? <p className="text-ink-3">{t('working')}</p> : null}
      {status === 'failed' ? (
        <p role="alert" className="flex items-start gap-1 text-failed">
          <CircleAlert size={13} className="mt-0.5 shrink-0" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">{problem ?? t('failed')}</span>
        </p>
      ) : null}
      {status === 'stopped' ? <p className="text-ink-2">{t('stopped')}</p> : null}
      {status === 'waiting' ? <p className="text-waiting">{t('waiting')}</p> : null}
      {proposal ? <ProposalCard turn={turn} proposal={proposal} /> : null}
      {runId && status !== 'running' ? (
        <Link href={`/runs/${runId}`} className="justify-self-start text-meta text-ink-3 underline underline-offset-2">
          {t('trace')}
        </Link>
      ) : null}
    </article>
  );
}

function Step({ step: { tool, status } }: { step: AssistantStep }) {
  const t = useTranslations('assistant');
  const known = knownTools.find((name) => name === tool);
  return (
    <li className="flex items-center gap-1.5">
      {status === 'running' ? (
        <LoaderCircle size={12} className="motion-safe:animate-spin" aria-hidden="true" />
      ) : (
        <StatusMark state={status === 'done' ? 'succeeded' : 'failed'} />
      )}
      {known ? t(`steps.${known}`) : tool}
    </li>
  );
}
