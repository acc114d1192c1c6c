'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import type { DeploymentDetail } from '#components/pages/publish/use-publishing.ts';
import { Button } from '#components/ui/button.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { useNow } from '#components/ui/use-now.ts';

type VersionSectionProps = { deployment: DeploymentDetail; onChanged: () => Promise<void> };

/** Every version of the workflow, and which of them the address runs. */
export function VersionSection({ deployment, onChanged }: VersionSectionProps) {
  const t = useTranslations('publish');
  const nowMs = useNow('slow');
  const { isBusy, problem, run } = useChange();
  const { slug, version: live, versions } = deployment;

  function promote(version: number) {
    if (isBusy) return;
    void run(async () => {
      await apiClient.promoteDeployment({ params: { slug }, body: { version } });
      await onChanged();
    });
  }

  return (
    <section aria-labelledby="versions-title" className="grid gap-1">
      <h4 id="versions-title" className="text-meta font-strong text-ink-3">
        {t('versions')}
      </h4>
      <ol className="max-h-60 overflow-y-auto">
        {versions.map(({ number, createdAt }) => (
          <li
            key={number}
            data-version={number}
            aria-current={number === live ? 'true' : undefined}
            className="flex min-h-7 items-center gap-2 border-b border-line-1"
          >
            <span className="num w-8 shrink-0 font-strong">{t('version', { number })}</span>
            <TimeAgo at={createdAt} nowMs={nowMs} />
            <span className="grow" />
            {number === live ? (
              <span className="rounded-chip border border-line-2 px-1 text-meta">{t('live')}</span>
            ) : (
              <Button
                aria-label={number > live ? t('promoteTo', { number }) : t('rollBackTo', { number })}
                aria-disabled={isBusy || undefined}
                onClick={() => promote(number)}
              >
                {number > live ? t('promote') : t('rollBack')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {problem ? (
        <p role="alert" className="text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
    </section>
  );
}
