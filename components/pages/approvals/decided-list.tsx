'use client';
import { Check, Clock, type LucideIcon, PenLine, SkipForward, X } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { useDeciderName } from '#components/run-view/approvals/use-decider-name.ts';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import type { ApprovalResource } from '#lib/api/approvals.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

type Outcome = Exclude<ApprovalResource['status'], 'pending'>;
const icons: Readonly<Record<Outcome, LucideIcon>> = {
  confirmed: Check,
  rejected: X,
  expired: Clock,
  skipped: SkipForward,
  answered: PenLine,
};
const heading = 'h-7 px-2 text-left text-meta font-strong text-ink-3';

/** What was decided, last first. */
export function DecidedList({ decided, nowMs }: { decided: readonly ApprovalResource[]; nowMs: number }) {
  const t = useTranslations('inbox');
  if (decided.length === 0) return null;
  return (
    <section aria-labelledby="decided" className="pb-8">
      <h2 id="decided" className="px-4 pt-4 pb-2 text-name font-title">
        {t('decided')}
      </h2>
      <table className="w-full table-fixed border-collapse border-t border-line-1">
        <caption className="sr-only">{t('decided')}</caption>
        <thead className="border-b border-line-1 bg-chrome">
          <tr>
            <th scope="col" className={`${heading} w-28 pl-4!`}>
              {t('columns.outcome')}
            </th>
            <th scope="col" className={heading}>
              {t('columns.question')}
            </th>
            <th scope="col" className={`${heading} max-md:hidden`}>
              {t('columns.workflow')}
            </th>
            <th scope="col" className={`${heading} w-40 max-md:hidden`}>
              {t('columns.by')}
            </th>
            <th scope="col" className={`${heading} max-md:hidden`}>
              {t('columns.comment')}
            </th>
            <th scope="col" className={`${heading} w-28 pr-4! text-right!`}>
              {t('columns.when')}
            </th>
          </tr>
        </thead>
        <tbody>
          {decided.map((approval) => (
            <DecidedRow key={approval.actionId} approval={approval} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function DecidedRow({ approval, nowMs }: { approval: ApprovalResource; nowMs: number }) {
  const t = useTranslations('inbox');
  const { runId, kind, tool, description, workflowName, status, decidedAt, decidedBy, comment } = approval;
  const nameOf = useDeciderName();
  if (status === 'pending') return null;
  const Icon = icons[status];
  const question = kind === 'value' ? (description.split('\n')[0] ?? '') : tool;
  return (
    <tr data-decided={status} className="h-8 border-b border-line-1 hover:bg-hover">
      <td className="pl-4">
        <span className={`inline-flex items-center gap-1 ${status === 'confirmed' ? 'text-succeeded' : 'text-ink-2'}`}>
          <Icon size={12} aria-hidden="true" />
          {t(`outcomes.${status}`)}
        </span>
      </td>
      <td className="truncate px-2">
        <Link href={`/runs/${encodeURIComponent(runId)}`} prefetch={false} className="hover:underline">
          {visibleText(question)}
        </Link>
      </td>
      <td className="truncate px-2 text-ink-2 max-md:hidden">{visibleText(workflowName)}</td>
      <td data-part="decided-by" className="truncate px-2 text-ink-2 max-md:hidden">
        {decidedBy ? nameOf(decidedBy) : null}
      </td>
      <td className="truncate px-2 text-ink-2 max-md:hidden">{visibleText(comment ?? '')}</td>
      <td className="pr-4 pl-2 text-right">{decidedAt === null ? null : <TimeAgo at={decidedAt} nowMs={nowMs} />}</td>
    </tr>
  );
}
