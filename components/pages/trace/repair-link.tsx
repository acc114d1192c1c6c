import { Sparkles } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import type { TracePageData } from '#components/pages/trace/trace-page-data.ts';
import { linkButton } from '#components/ui/button.tsx';

/** Opens the draft with the failed run: its node, its inputs, its fixes, and the assistant to repair it. */
export function RepairLink({ data }: { data: TracePageData }) {
  const t = useTranslations('errorFixes');
  const { workflowId, runId } = data.run;
  if (workflowId === null || data.draft === 'missing') return null;
  return (
    <Link
      href={`/workflows/${encodeURIComponent(workflowId)}?run=${encodeURIComponent(runId)}&repair=1`}
      prefetch={false}
      title={t('repairHelp')}
      className={linkButton}
    >
      <Sparkles size={12} aria-hidden="true" />
      {t('repair')}
    </Link>
  );
}
