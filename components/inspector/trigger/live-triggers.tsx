'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { publicOrigin } from '#components/data/public-origin.ts';
import { useChange } from '#components/data/use-change.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { TriggerHistory } from '#components/inspector/trigger/trigger-history.tsx';
import { TriggerSecretForm } from '#components/inspector/trigger/trigger-secret-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { formPath } from '#lib/api/hosted-page.ts';
import type { TriggerResource } from '#lib/api/triggers.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

const REFRESH_MS = 5000;

/** The deployed triggers of the workflow: address, secret, switch, next time and what they received. */
export function LiveTriggers({ triggerId }: { triggerId: string | undefined }) {
  const t = useTranslations('triggers');
  const workflowId = useEditor((state) => state.workflowId);
  const { data, error, refetch } = useQuery({
    queryKey: ['triggers', workflowId],
    queryFn: () => apiClient.listTriggers({ params: { id: workflowId } }),
    refetchInterval: REFRESH_MS,
  });
  const shown = data?.items.filter((trigger) => (triggerId === undefined ? trigger.isArmed : trigger.triggerId === triggerId));
  return (
    <section aria-label={t('live')} className="grid gap-2 border-t border-line-1 px-3 py-3" data-live-triggers>
      <h3 className="font-title">{t('live')}</h3>
      {error ? (
        <p role="alert" className="text-failed wrap-anywhere">
          {errorMessage(error)}
        </p>
      ) : null}
      {shown?.length === 0 ? <p className="text-meta text-ink-3">{t('notLive')}</p> : null}
      <ul className="grid gap-3 empty:hidden">
        {shown?.map((trigger) => (
          <li
            key={`${trigger.slug}/${trigger.triggerId}`}
            data-live={trigger.triggerId}
            className="grid gap-1.5 rounded-control border border-line-2 p-2"
          >
            <Live trigger={trigger} onChanged={refetch} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type LiveProps = { trigger: TriggerResource; onChanged: () => Promise<unknown> };

function Live({ trigger, onChanged }: LiveProps) {
  const t = useTranslations('triggers');
  const format = useFormatter();
  const { problem, isBusy, run } = useChange({ onSettled: onChanged });
  const { slug, triggerId, version, isArmed, isOn, nextAt, failure, needsSecret, hasSecret } = trigger;
  const params = { slug, triggerId };
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-1.5">
        <code className="min-w-0 grow truncate">
          {slug}/{triggerId}
        </code>
        {isArmed ? <Tag>{t('version', { version })}</Tag> : <Tag look="waiting">{t('notInVersion')}</Tag>}
        {isArmed ? (
          <Button
            aria-pressed={isOn}
            aria-disabled={isBusy}
            onClick={() => run(() => apiClient.setTrigger({ params, body: { isOn: !isOn } }))}
          >
            {isOn ? t('switchOff') : t('switchOn')}
          </Button>
        ) : null}
      </div>
      {isArmed && !isOn ? <p className="text-meta text-waiting">{t('isOff')}</p> : null}
      {nextAt ? (
        <p className="num text-meta text-ink-2">
          {t('nextAt', {
            time: format.dateTime(new Date(nextAt), { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }),
          })}
        </p>
      ) : null}
      {failure ? <p className="text-meta text-failed wrap-anywhere">{failure}</p> : null}
      {trigger.type === 'form' ? <FormLink path={formPath(slug, triggerId)} /> : null}
      {trigger.address && trigger.type !== 'form' ? <Address path={trigger.address} /> : null}
      {needsSecret ? <Secret params={params} hasSecret={hasSecret} onChanged={onChanged} /> : null}
      {problem ? (
        <p role="alert" className="text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
      <TriggerHistory slug={slug} triggerId={triggerId} lastAt={trigger.lastEvent?.receivedAt} />
    </>
  );
}

/** The page of a form, which opens. */
function FormLink({ path }: { path: string }) {
  const t = useTranslations('triggers');
  const url = `${publicOrigin()}${path}`;
  return (
    <p className="flex min-w-0 items-start gap-1">
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        data-address
        className="min-w-0 grow text-meta text-accent underline wrap-anywhere"
      >
        {url}
      </a>
      <CopyButton label={t('copyAddress')} text={url} />
    </p>
  );
}

function Address({ path }: { path: string }) {
  const t = useTranslations('triggers');
  const url = `${publicOrigin()}${path}`;
  return (
    <p className="flex min-w-0 items-start gap-1">
      <code data-address className="min-w-0 grow text-meta wrap-anywhere">
        {url}
      </code>
      <CopyButton label={t('copyAddress')} text={url} />
    </p>
  );
}

type SecretProps = {
  params: { slug: string; triggerId: string };
  hasSecret: boolean;
  onChanged: () => Promise<unknown>;
};

/** A secret is shown when it is made, and never again. */
function Secret({ params, hasSecret, onChanged }: SecretProps) {
  const t = useTranslations('triggers');
  const [made, setMade] = useState<string | null>(null);
  const [isEntering, setIsEntering] = useState(false);
  const { problem, isBusy, run } = useChange({ onSettled: onChanged });
  const make = () =>
    run(async () => {
      setMade((await apiClient.setTriggerSecret({ params, body: {} })).secret);
      setIsEntering(false);
    });
  return (
    <div className="grid gap-1.5">
      {hasSecret ? null : <p className="text-meta text-waiting">{t('noSecret')}</p>}
      <div className="flex flex-wrap gap-1.5">
        <Button aria-disabled={isBusy} onClick={make}>
          {hasSecret ? t('newSecret') : t('makeSecret')}
        </Button>
        <Button look="quiet" aria-expanded={isEntering} onClick={() => setIsEntering(!isEntering)}>
          {t('enterSecret')}
        </Button>
      </div>
      {isEntering ? (
        <TriggerSecretForm
          params={params}
          onSaved={async () => {
            setMade(null);
            setIsEntering(false);
            await onChanged();
          }}
        />
      ) : null}
      {made ? (
        <div role="status" className="grid gap-1 rounded-control border border-accent-line bg-accent-bg p-2">
          <p className="font-strong">{t('secretOnce')}</p>
          <p className="flex min-w-0 items-start gap-1">
            <code data-new-secret className="min-w-0 grow text-meta wrap-anywhere">
              {made}
            </code>
            <CopyButton label={t('copySecret')} text={made} />
          </p>
        </div>
      ) : null}
      <FailureLine>{problem}</FailureLine>
    </div>
  );
}
