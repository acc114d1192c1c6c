'use client';
import { useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { Comparison } from '#components/pages/versions/comparison.tsx';
import type { VersionsData } from '#components/pages/versions/load-versions.ts';
import { useVersionDocument } from '#components/pages/versions/use-version-document.ts';
import { useVersions } from '#components/pages/versions/use-versions.ts';
import { VersionActions, VersionNews } from '#components/pages/versions/version-actions.tsx';
import { choiceBefore, readChoice, type VersionChoice } from '#components/pages/versions/version-choice.ts';
import { VersionList } from '#components/pages/versions/version-list.tsx';
import { WorkflowBar } from '#components/shell/workflow-bar.tsx';
import { Select } from '#components/ui/select.tsx';
import { useNow } from '#components/ui/use-now.ts';

/** What was published of a workflow and what has changed since. The address says which two are compared. */
export function VersionsPage({ first }: { first: VersionsData }) {
  const t = useTranslations('versions');
  const router = useRouter();
  const address = useSearchParams();
  const versions = useVersions(first);
  const nowMs = useNow('slow');
  const { data } = versions;
  const editorPath = `/workflows/${encodeURIComponent(data.workflowId)}`;
  const numbers = data.versions.map(({ number }) => number);
  const live = data.deployments[0]?.version;
  const after = readChoice(address.get('to')) ?? 'draft';
  const before = readChoice(address.get('from')) ?? choiceBefore(after, { numbers, hasMore: data.hasMore, live });
  const listed: VersionChoice[] = ['draft', ...numbers];
  const choices = before === undefined || listed.includes(before) ? listed : [...listed, before];
  const nameOf = (choice: VersionChoice) => (choice === 'draft' ? t('draft') : t('version', { number: choice }));
  const show = (query: Record<string, string>) =>
    router.replace(`${editorPath}/versions?${new URLSearchParams(query)}`, { scroll: false });
  const beforeLoaded = useVersionDocument(data, before);
  const afterLoaded = useVersionDocument(data, after);
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <WorkflowBar workflowId={data.workflowId} name={data.draft.document.name} shown="versions" />
      <main id="main" tabIndex={-1} className="min-h-0 min-w-0 grow overflow-y-auto bg-panel outline-none">
        <div className="grid grid-cols-1 min-h-full md:h-full md:grid-cols-[264px_minmax(0,1fr)] md:overflow-hidden">
          <VersionList data={data} chosen={after} nowMs={nowMs} onChoose={(choice) => show({ to: String(choice) })} />
          <div className="grid min-w-0 content-start gap-4 overflow-y-auto p-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <h2 className="text-title font-title">{nameOf(after)}</h2>
              <label htmlFor="compared-with" className="text-ink-2">
                {t('comparedWith')}
              </label>
              <span className="w-40">
                <Select
                  id="compared-with"
                  value={String(before ?? '')}
                  onChange={(event) => show({ to: String(after), from: event.target.value })}
                >
                  {before === undefined ? <option value="">{t('nothing')}</option> : null}
                  {choices.map((choice) => (
                    <option key={choice} value={choice} disabled={choice === after}>
                      {nameOf(choice)}
                    </option>
                  ))}
                </Select>
              </span>
              <span className="grow" />
              <VersionActions versions={versions} chosen={after} />
            </div>
            <VersionNews versions={versions} />
            {numbers.length === 0 ? <p className="max-w-[60ch] text-name text-ink-2">{t('noneText')}</p> : null}
            <Comparison
              before={before === undefined ? undefined : { ...beforeLoaded, name: nameOf(before) }}
              after={{ ...afterLoaded, name: nameOf(after) }}
            />
          </div>
        </div>
      </main>
    </div>
  );
}
