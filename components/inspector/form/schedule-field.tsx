'use client';
import { Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { CronSentenceFields } from '#components/inspector/form/cron-sentence-fields.tsx';
import { RemoveButton } from '#components/inspector/form/list-fields.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { type CronSentence, cronOfSentence, sentenceOfCron } from '#lib/trigger-kit/cron-sentence.ts';

const FIRST = '0 8 * * 1-5';

/** What a kind begins with. */
const examples: Readonly<Record<CronSentence['kind'], string>> = {
  minutes: '*/15 * * * *',
  hours: '0 * * * *',
  daily: '0 8 * * *',
  workdays: FIRST,
  weekly: '0 8 * * 1',
  monthDay: '0 8 1 * *',
  monthWeekday: '0 8 * * 1#1',
};
const kinds = Object.keys(examples) as CronSentence['kind'][];

/** Times of a schedule: each as people say it, next to its cron line. A line without a sentence stays as it is. */
export function ScheduleField(props: FieldProps) {
  const { path, value } = props;
  const { edit } = useFormScope();
  const t = useTranslations('triggers.schedule');
  const text = plainText(value);
  const lines = text === '' ? [''] : text.split('\n');
  const write = (next: readonly string[], isTyping = false) => edit(path, next.join('\n'), { isTyping });
  return (
    <FieldFrame {...props} isGroup hasNoReset>
      {(control) => (
        <div className="grid gap-2">
          <ul className="grid gap-2">
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and two may be the same
              <li key={index} className="grid gap-1 rounded-control border border-line-1 p-2">
                <ScheduleLine
                  {...(index === 0 && { id: control.id })}
                  line={line}
                  position={index + 1}
                  onChange={(next, isTyping) => write(lines.with(index, next), isTyping)}
                  onRemove={lines.length > 1 ? () => write(lines.toSpliced(index, 1)) : undefined}
                />
              </li>
            ))}
          </ul>
          <div>
            <Button onClick={() => write([...lines.filter((line) => line !== ''), FIRST])}>
              <Plus size={12} aria-hidden="true" />
              {t('add')}
            </Button>
          </div>
        </div>
      )}
    </FieldFrame>
  );
}

type ScheduleLineProps = {
  id?: string;
  line: string;
  position: number;
  onChange: (line: string, isTyping: boolean) => void;
  onRemove: (() => void) | undefined;
};

function ScheduleLine({ id, line, position, onChange, onRemove }: ScheduleLineProps) {
  const t = useTranslations('triggers.schedule');
  const sentence = sentenceOfCron(line);
  return (
    <>
      <div className="flex min-w-0 items-center gap-1">
        <Select
          {...(id !== undefined && { id })}
          aria-label={t('kind', { position })}
          value={sentence?.kind ?? 'cron'}
          onChange={({ target }) => {
            if (target.value !== 'cron') onChange(fromKind(target.value as CronSentence['kind'], sentence), false);
          }}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kinds.${kind}`)}
            </option>
          ))}
          {sentence ? null : <option value="cron">{t('kinds.cron')}</option>}
        </Select>
        {onRemove ? <RemoveButton label={t('remove', { position })} onRemove={onRemove} /> : null}
      </div>
      {sentence ? <CronSentenceFields sentence={sentence} onChange={(next) => onChange(cronOfSentence(next), false)} /> : null}
      <span className="flex min-w-0 items-center gap-2 text-meta text-ink-3">
        {t('cron')}
        <TextInput
          aria-label={t('cronOf', { position })}
          value={line}
          spellCheck={false}
          autoComplete="off"
          placeholder={FIRST}
          onChange={({ target }) => onChange(target.value, true)}
          className="h-6! font-mono text-meta"
        />
      </span>
    </>
  );
}

/** Keeps the time of day when another kind is chosen. */
function fromKind(kind: CronSentence['kind'], before: CronSentence | undefined): string {
  const next = sentenceOfCron(examples[kind]) as CronSentence;
  if (before && 'hour' in before && 'hour' in next) {
    const { hour, minute } = before;
    return cronOfSentence({ ...next, hour, minute });
  }
  return cronOfSentence(next);
}
