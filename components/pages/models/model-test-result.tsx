'use client';
import { useFormatter, useTranslations } from 'use-intl';
import type { ModelTest } from '#components/pages/models/use-model-tests.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { ModelTrialResource } from '#lib/api/models.contract.ts';

type ModelTestResultProps = {
  test: ModelTest;
  /** Opens the settings of the model; undefined where they are open, or where there are none. */
  onEdit?: () => void;
};

/** The result of a test call: time and answer, or the error and its fix. */
export function ModelTestResult({ test, onEdit }: ModelTestResultProps) {
  const t = useTranslations('models');
  const nowMs = useNow(test.step === 'testing' ? 'live' : 'never');
  if (test.step === 'none') return null;
  if (test.step === 'testing') {
    const seconds = Math.max(0, nowMs - test.sinceMs) / 1000;
    return (
      <p data-state="running" className="flex items-center gap-2 text-ink-2">
        <span className="text-state">
          <StatusMark state="running" />
        </span>
        <span className="tabular-nums">{t('testing', { seconds: seconds.toFixed(1) })}</span>
      </p>
    );
  }
  if (test.step === 'refused') return <Notice title={t('testFailed')}>{test.message}</Notice>;
  return test.trial.ok ? <Answer trial={test.trial} /> : <Failure trial={test.trial} onEdit={onEdit} />;
}

function Answer({ trial: { text, durationMs, firstTokenMs, usage } }: { trial: ModelTrialResource }) {
  const t = useTranslations('models');
  const format = useFormatter();
  const facts = [
    { key: 'took', value: t('ms', { ms: format.number(Math.round(durationMs)) }) },
    { key: 'firstToken', value: firstTokenMs === null ? t('none') : t('ms', { ms: format.number(Math.round(firstTokenMs)) }) },
    { key: 'tokens', value: t('tokensInOut', { input: usage.promptTokens, output: usage.completionTokens }) },
  ] as const;
  return (
    <div data-trial="ok" data-state="succeeded" className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="flex items-center gap-1 text-state">
          <StatusMark state="succeeded" />
          {t('answered')}
        </span>
        {facts.map(({ key, value }) => (
          <span key={key} className="num text-ink-2">
            {t(`facts.${key}`)} <strong className="font-strong text-ink-1">{value}</strong>
          </span>
        ))}
      </p>
      <p className="text-ink-2 wrap-anywhere">{text === '' ? t('saidNothing') : text}</p>
    </div>
  );
}

type FailureProps = { trial: ModelTrialResource; onEdit: (() => void) | undefined };

function Failure({ trial: { error, durationMs }, onEdit }: FailureProps) {
  const t = useTranslations('models');
  return (
    <div data-trial="failed">
      <Notice title={t('testFailed')} code={error?.code}>
        <p>{error?.message}</p>
        {error?.hint ? <p className="pt-1 font-strong text-ink-1">{error.hint}</p> : null}
        <p className="num pt-1 text-ink-3">{t('gaveUpAfter', { ms: Math.round(durationMs) })}</p>
        {onEdit ? (
          <Button className="mt-2" onClick={onEdit}>
            {t('actions.edit')}
          </Button>
        ) : null}
      </Notice>
    </div>
  );
}
