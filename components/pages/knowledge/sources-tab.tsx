'use client';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { useReload } from '#components/pages/knowledge/use-knowledge.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { KnowledgeBaseResource } from '#lib/api/knowledge.contract.ts';

const kinds = ['folder', 'url', 'sitemap'] as const;
const intervals = ['', '1', '24', '168'] as const;
const WATCH_MS = 1500;

/** Where documents of a base are read again from. */
export function SourcesTab({ base }: { base: KnowledgeBaseResource }) {
  const t = useTranslations('knowledge');
  const params = { name: base.name };
  const [draft, setDraft] = useState({ kind: 'folder' as (typeof kinds)[number], address: '', selector: '', everyHours: '24' });
  const reload = useReload(base.name);
  const { isBusy, problem, run } = useChange({ onSettled: reload });
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const sources = useQuery({
    queryKey: ['knowledge', base.name, 'sources'],
    queryFn: ({ signal }) => apiClient.listKnowledgeSources({ params }, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ refreshedAt }) => refreshedAt === null) ? WATCH_MS : false),
  });
  async function add(event: FormEvent) {
    event.preventDefault();
    await run(async () => {
      const { kind, address, selector, everyHours } = draft;
      await apiClient.createKnowledgeSource({
        params,
        body: {
          kind,
          address,
          selector: kind === 'folder' || selector === '' ? null : selector,
          everyHours: everyHours === '' ? null : Number(everyHours),
        },
      });
      change({ address: '', selector: '' });
    });
  }
  const nowMs = useNow('slow');
  const items = sources.data?.items ?? [];
  return (
    <div className="grid min-w-0 content-start gap-4 p-4">
      {items.length === 0 ? <p className="max-w-[64ch] text-ink-2">{t('noSources')}</p> : null}
      <ul className="grid min-w-0 gap-2">
        {items.map((source) => (
          <li
            key={source.sourceId}
            data-source={source.address}
            className="grid min-w-0 gap-1 rounded-md border border-line-1 p-2"
          >
            <p className="flex flex-wrap items-center gap-2">
              <Tag>{t(`sources.${source.kind}`)}</Tag>
              <span className="min-w-0 flex-1 wrap-anywhere">{source.address === '' ? t('allFiles') : source.address}</span>
              <Button
                aria-disabled={isBusy || undefined}
                onClick={() =>
                  void run(() => apiClient.refreshKnowledgeSource({ params: { ...params, sourceId: source.sourceId } }))
                }
              >
                {t('refresh')}
              </Button>
              <Button
                look="quiet"
                aria-disabled={isBusy || undefined}
                onClick={() =>
                  void run(() => apiClient.deleteKnowledgeSource({ params: { ...params, sourceId: source.sourceId } }))
                }
              >
                {t('removeSource')}
              </Button>
            </p>
            <p className="flex flex-wrap gap-x-3 text-meta text-ink-3">
              <span>{source.everyHours === null ? t('every.never') : t('every.hours', { hours: source.everyHours })}</span>
              {source.found === null ? null : <span className="num">{t('documentCount', { count: source.found })}</span>}
              {source.refreshedAt === null ? <span>{t('reading')}</span> : <TimeAgo at={source.refreshedAt} nowMs={nowMs} />}
            </p>
            {source.problem === null ? null : <p className="text-meta text-failed wrap-anywhere">{source.problem}</p>}
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void add(event)} className="grid max-w-[80ch] gap-3 border-t border-line-1 pt-4">
        <h3 className="text-name font-title">{t('addSource')}</h3>
        <div className="grid gap-3 md:grid-cols-2">
          <Field id="source-kind" label={t('fields.kind')} isRequired={false}>
            {(control) => (
              <Select {...control} value={draft.kind} onChange={(event) => change({ kind: event.target.value as 'folder' })}>
                {kinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`sources.${kind}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field id="source-every" label={t('fields.every')} isRequired={false}>
            {(control) => (
              <Select {...control} value={draft.everyHours} onChange={(event) => change({ everyHours: event.target.value })}>
                {intervals.map((hours) => (
                  <option key={hours} value={hours}>
                    {hours === '' ? t('every.never') : t('every.hours', { hours: Number(hours) })}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            id="source-address"
            label={draft.kind === 'folder' ? t('fields.folder') : t('fields.url')}
            isRequired={draft.kind !== 'folder'}
            help={t(`help.${draft.kind}`)}
          >
            {(control) => (
              <TextInput
                {...control}
                value={draft.address}
                required={draft.kind !== 'folder'}
                maxLength={2000}
                placeholder={draft.kind === 'folder' ? t('folderPlaceholder') : 'https://example.com/docs'}
                onChange={(event) => change({ address: event.target.value })}
              />
            )}
          </Field>
          {draft.kind === 'folder' ? null : (
            <Field id="source-selector" label={t('fields.selector')} isRequired={false} help={t('help.selector')}>
              {(control) => (
                <TextInput
                  {...control}
                  value={draft.selector}
                  maxLength={1000}
                  placeholder={t('selectorPlaceholder')}
                  onChange={(event) => change({ selector: event.target.value })}
                />
              )}
            </Field>
          )}
        </div>
        {problem === undefined ? null : <Notice title={t('notDone')}>{problem}</Notice>}
        <div>
          <Button type="submit" look="primary" aria-disabled={isBusy || undefined}>
            {t('addSource')}
          </Button>
        </div>
      </form>
    </div>
  );
}
