'use client';
import { useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { AnswerText } from '#components/chat/answer-text.tsx';
import { type FormAnswer, sendForm } from '#components/pages/form/send-form.ts';
import { RunForm } from '#components/run-view/form/run-form.tsx';
import { LanguageSwitch } from '#components/shell/language-switch.tsx';
import { ThemeSwitch } from '#components/shell/theme-switch.tsx';
import { Button } from '#components/ui/button.tsx';
import type { OpenedForm } from '#lib/api/forms.contract.ts';
import { HOSTED_THEME_COOKIE, type Theme } from '#lib/i18n/theme.ts';
import { readableAnswer } from '#lib/run/readable-answer.ts';
import { randomKey } from '#lib/text/random-key.ts';

type Taken = Exclude<FormAnswer, { is: 'refused' }>;

/** The form of a trigger, and after it what its run gave. */
export function FormPage({ form, theme }: { form: OpenedForm; theme: Theme }) {
  const t = useTranslations('formPage');
  const [answer, setAnswer] = useState<Taken>();
  const key = useRef<string>(undefined);
  async function send(values: Record<string, unknown>) {
    key.current ??= randomKey();
    const sent = await sendForm(form, values, key.current);
    key.current = undefined;
    if (sent.is === 'refused') throw new Error(sent.message);
    setAnswer(sent);
  }
  return (
    <main id="main" className="flex grow flex-col items-center gap-6 overflow-y-auto bg-panel px-4 py-10">
      <section
        aria-labelledby="form-title"
        className="grid w-full max-w-[560px] gap-4 rounded-menu border border-line-1 bg-raised p-6 shadow-menu"
      >
        <h1 id="form-title" className="text-title font-title wrap-anywhere">
          {form.title}
        </h1>
        {answer ? (
          <>
            <div role="status" className="grid gap-3">
              <Answer answer={answer} thanks={form.thanks || t('thanks')} />
            </div>
            <Button className="justify-self-start" onClick={() => setAnswer(undefined)}>
              {t('another')}
            </Button>
          </>
        ) : (
          <>
            {form.description === '' ? null : <AnswerText text={form.description} />}
            <RunForm
              memoryKey={`form ${form.slug} ${form.triggerId}`}
              inputs={form.inputs}
              submitLabel={form.button || t('send')}
              refusedTitle={t('notCompleted')}
              uploads={false}
              onRun={send}
            />
          </>
        )}
      </section>
      <div className="flex flex-wrap items-center justify-center gap-3">
        <LanguageSwitch />
        <ThemeSwitch theme={theme} cookie={HOSTED_THEME_COOKIE} />
      </div>
    </main>
  );
}

/** The answer as a chat would say it. */
function Answer({ answer, thanks }: { answer: Taken; thanks: string }) {
  const language = useLocale();
  const text = answer.is === 'accepted' ? '' : readableAnswer([], answer.outputs, language);
  return <AnswerText text={text || thanks} />;
}
