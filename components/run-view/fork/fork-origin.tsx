'use client';
import { GitFork } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { shortRunId } from '#components/run-view/fork/short-run-id.ts';
import type { ForkOf } from '#lib/run/run-fork.ts';

/** Of a forked run: the run it was made from, and at which of its events. */
export function ForkOrigin({ forkOf: { runId, seq } }: { forkOf: ForkOf }) {
  const t = useTranslations('fork');
  return (
    <Link
      href={`/runs/${encodeURIComponent(runId)}?at=${seq}`}
      prefetch={false}
      title={runId}
      data-part="fork-origin"
      className="num inline-flex min-h-6 items-center gap-1 text-ink-2 hover:text-ink-1 hover:underline"
    >
      <GitFork size={12} aria-hidden="true" className="shrink-0 text-ink-3" />
      {t('origin', { run: shortRunId(runId) })}
      <span className="max-lg:sr-only">{t('originAt', { seq })}</span>
    </Link>
  );
}
