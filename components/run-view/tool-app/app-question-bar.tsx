'use client';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import { withHiddenShown } from '#lib/mcp/hidden-text.ts';

/** What an app wants, and may not do without a person. */
export type AppQuestion = {
  readonly asked:
    | { readonly kind: 'link'; readonly url: string }
    | { readonly kind: 'call'; readonly title: string; readonly risk: 'low' | 'medium' | 'high'; readonly input: unknown };
  answer(isAllowed: boolean): void;
};

export function AppQuestionBar({ question: { asked, answer } }: { question: AppQuestion }) {
  const t = useTranslations('toolApp');
  const isLink = asked.kind === 'link';
  return (
    <fieldset
      aria-label={t('question')}
      data-part="app-question"
      className="grid min-w-0 gap-2 border-t border-waiting-line bg-waiting-bg px-2 py-2"
    >
      <p role="status" className="text-ink-1">
        {isLink
          ? t('asksLink')
          : t(asked.risk === 'high' ? 'asksDestructiveCall' : 'asksCall', { tool: withHiddenShown(asked.title) })}
      </p>
      {isLink ? (
        <code className="max-h-24 overflow-y-auto text-meta wrap-anywhere">{withHiddenShown(asked.url)}</code>
      ) : (
        <ValueView label={t('arguments')} value={asked.input} />
      )}
      <span className="flex justify-end gap-2">
        <Button onClick={() => answer(false)}>{t('decline')}</Button>
        <Button look={!isLink && asked.risk === 'high' ? 'danger' : 'primary'} onClick={() => answer(true)}>
          {t(isLink ? 'open' : 'call')}
        </Button>
      </span>
    </fieldset>
  );
}
