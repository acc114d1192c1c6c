'use client';
import { useTranslations } from 'use-intl';
import type { DeploymentResource } from '#lib/api/deployments.contract.ts';

/** Version and address of a workflow's endpoints. */
export function LiveAt({ deployments }: { deployments: readonly DeploymentResource[] }) {
  const t = useTranslations('home');
  const [first, ...others] = deployments;
  if (!first) return <span className="text-ink-3">{t('notPublished')}</span>;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="num rounded-chip border border-line-2 px-1 leading-4">{t('version', { number: first.version })}</span>
      <code className="min-w-0 truncate text-meta" title={`/${first.slug}`}>
        /{first.slug}
      </code>
      {others.length > 0 ? <span className="num text-ink-3">+{others.length}</span> : null}
    </span>
  );
}
