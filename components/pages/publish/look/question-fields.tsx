'use client';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { newQuestion } from '#components/pages/publish/look/look-draft.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { type ChatQuestion, MAX_QUESTIONS, questionIcons } from '#lib/chat/chat-look.ts';

type QuestionFieldsProps = {
  readonly questions: readonly ChatQuestion[];
  readonly onChange: (questions: ChatQuestion[]) => void;
};

/** Up to four questions that a chat suggests, each with a second line and an icon. */
export function QuestionFields({ questions, onChange }: QuestionFieldsProps) {
  const t = useTranslations('publish.chatPage.look');
  const change = (at: number, part: Partial<ChatQuestion>) =>
    onChange(questions.map((question, index) => (index === at ? { ...question, ...part } : question)));
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 font-strong text-ink-2">{t('questions')}</legend>
      {questions.map((question, index) => {
        const number = index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity but their place
          <div key={index} className="grid gap-1 border-l-2 border-line-2 pl-2">
            <span className="flex gap-1">
              <TextInput
                aria-label={t('question', { number })}
                value={question.text}
                maxLength={200}
                onChange={(event) => change(index, { text: event.target.value })}
                className="min-w-0 grow"
              />
              <Button
                look="quiet"
                size="icon"
                aria-label={t('removeQuestion', { number })}
                title={t('removeQuestion', { number })}
                onClick={() => onChange(questions.filter((_, at) => at !== index))}
              >
                <Trash2 size={13} aria-hidden="true" />
              </Button>
            </span>
            <span className="flex gap-1">
              <TextInput
                aria-label={t('questionDetail', { number })}
                placeholder={t('questionDetail', { number })}
                value={question.detail}
                maxLength={120}
                onChange={(event) => change(index, { detail: event.target.value })}
                className="min-w-0 grow"
              />
              <Select
                aria-label={t('questionIcon', { number })}
                value={question.icon ?? ''}
                onChange={({ target }) => change(index, { icon: questionIcons.find((icon) => icon === target.value) ?? null })}
              >
                <option value="">{t('noIcon')}</option>
                {questionIcons.map((icon) => (
                  <option key={icon} value={icon}>
                    {t(`icons.${icon}`)}
                  </option>
                ))}
              </Select>
            </span>
          </div>
        );
      })}
      <p className="text-meta text-ink-3">{t('questionsHelp')}</p>
      {questions.length < MAX_QUESTIONS ? (
        <Button className="w-fit" onClick={() => onChange([...questions, newQuestion])}>
          <Plus size={13} aria-hidden="true" />
          {t('addQuestion')}
        </Button>
      ) : null}
    </fieldset>
  );
}
