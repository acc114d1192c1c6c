'use client';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { matchSkills } from '#lib/api/skills.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** Which skill would be active for a message, with score and reason. */
export function SkillTest({ onChoose }: { onChoose: (name: string) => void }) {
  const t = useTranslations('skills');
  const [message, setMessage] = useState('');
  const [found, setFound] = useState<ContractOutput<typeof matchSkills>>();
  const { isBusy, problem, run } = useChange();
  async function match(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (message.trim() === '') return event.currentTarget.querySelector('textarea')?.focus();
    await run(async () => setFound(await apiClient.matchSkills({ body: { message: message.trim() } })));
  }
  return (
    <div className="grid min-w-0 content-start gap-4 p-4">
      <div className="grid gap-1">
        <h2 className="text-title font-title">{t('test')}</h2>
        <p className="max-w-[80ch] text-ink-2">{t('testText')}</p>
      </div>
      <form noValidate onSubmit={(event) => void match(event)} className="grid max-w-180 gap-2">
        <TextArea
          aria-label={t('message')}
          placeholder={t('messagePlaceholder')}
          maxLength={20_000}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <div>
          <Button type="submit" look="primary" aria-disabled={isBusy || undefined}>
            {t('find')}
          </Button>
        </div>
      </form>
      <div aria-live="polite" className="grid min-w-0 gap-3">
        {problem === undefined ? null : <Notice title={t('notDone')}>{problem}</Notice>}
        {found ? (
          <>
            <p data-active={found.active ?? ''}>
              {found.active === null ? t('noneActive') : t('wouldBeActive', { name: found.items[0]?.title ?? found.active })}{' '}
              <span className="text-ink-3">{t(`by.${found.by}`)}</span>
            </p>
            <ol className="grid max-w-180 min-w-0 gap-2">
              {found.items.map(({ name, title, score, reason }) => (
                <li key={name} data-match={name} className="grid min-w-0 gap-1 rounded-md border border-line-1 p-2">
                  <p className="flex flex-wrap items-center gap-x-2">
                    <button
                      type="button"
                      className="font-strong text-accent underline wrap-anywhere"
                      onClick={() => onChoose(name)}
                    >
                      {visibleText(title)}
                    </button>
                    {name === found.active ? <Tag look="accent">{t('active')}</Tag> : null}
                    <span className="num ml-auto text-ink-2" title={t('score')}>
                      {score.toFixed(2)}
                    </span>
                  </p>
                  <span aria-hidden="true" className="h-1 overflow-hidden rounded-chip bg-sunken">
                    <span
                      className={`block h-full ${name === found.active ? 'bg-accent-solid' : 'bg-(--ink-4)'}`}
                      style={{ width: `${score * 100}%` }}
                    />
                  </span>
                  <p className="text-meta text-ink-3 wrap-anywhere">{visibleText(reason)}</p>
                </li>
              ))}
            </ol>
          </>
        ) : null}
      </div>
    </div>
  );
}
