'use client';
import { Info, RotateCcw } from 'lucide-react';
import { type FocusEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FieldModel } from '#components/inspector/field/field-model.ts';
import { FieldProblems } from '#components/inspector/field/field-problems.tsx';
import type { FieldReading } from '#components/inspector/field/field-text.ts';
import { fieldElementId, useFormScope } from '#components/inspector/field/form-scope.tsx';
import { problemsAtField } from '#components/inspector/field/problems-at-field.ts';
import { useFieldTexts } from '#components/inspector/field/use-field-texts.ts';
import { afterClick } from '#components/ui/after-click.ts';
import { Button } from '#components/ui/button.tsx';
import type { FieldControl } from '#components/ui/field.tsx';
import { fieldPath } from '#lib/expression/field-path.ts';
import type { FieldPath } from '#lib/json/set-at-path.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { problemLevel } from '#lib/workflow/problem-level.ts';

export type FieldProps = { readonly model: FieldModel; readonly path: FieldPath; readonly value: unknown };

export type Framed = FieldControl & { readonly placeholder: string | undefined };

type FieldFrameProps = FieldProps & {
  /** Why the typed text was not applied. */
  typed?: Extract<FieldReading, { problem: unknown }> | undefined;
  /** The label is left of the control instead of above it. */
  isShort?: boolean;
  /** There are several controls, each with a label of its own. */
  isGroup?: boolean;
  /** Fields inside show their problems themselves. */
  hasOwnProblems?: boolean;
  /** There is nothing to go back to. */
  hasNoReset?: boolean;
  /** Shown next to the label. */
  note?: ReactNode;
  actions?: ReactNode;
  children: (control: Framed, problems: readonly Problem[]) => ReactNode;
};

/** A field with label, a hint (see `WithFieldHelp`), a button to clear it, and its problems. */
export function FieldFrame(props: FieldFrameProps) {
  const {
    model,
    path,
    value,
    typed,
    isShort = false,
    isGroup = false,
    hasOwnProblems = false,
    hasNoReset = false,
    note,
    actions,
    children,
  } = props;
  const { formId, wordsOf, problems: all, isStrict, isRefused = false } = useFormScope();
  const [wasLeft, setWasLeft] = useState(false);
  const words = useFieldTexts(wordsOf)(path, model);
  const t = useTranslations('inspector');
  const id = fieldElementId(formId, path);
  const at = fieldPath(path);
  // Validation follows typing, so a text that is no longer empty may still have the problem of an empty one.
  const isFilled = typeof value === 'string' && value !== '';
  const isCurrent = (problem: Problem) => !isFilled || problem.path !== at || problemLevel(problem) !== 'unfilled';
  const inside = isStrict ? [] : problemsAtField(all, at).filter(isCurrent);
  const own = hasOwnProblems ? inside.filter(({ path: where }) => where === at) : inside;
  const problems = wasLeft || isRefused ? own : own.filter((problem) => problemLevel(problem) !== 'unfilled');
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) afterClick(() => setWasLeft(true));
  }
  const isWrong = typed !== undefined || problems.some(({ severity }) => severity === 'error');
  const describedBy = [
    typed || problems.length > 0 ? `${id}-problems` : undefined,
    words.description === undefined ? undefined : `${id}-help`,
  ];
  const control: Framed = {
    id,
    'aria-invalid': isWrong,
    'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
    'aria-required': model.isRequired,
    placeholder: words.placeholder,
  };
  const label = (
    <span id={`${id}-label`} className="font-strong wrap-anywhere">
      {words.title}
    </span>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an empty field becomes an error on blur
    <div
      {...(isGroup && { role: 'group', 'aria-labelledby': `${id}-label` })}
      data-field={path.join('.')}
      onBlur={onBlur}
      className={`grid min-w-0 gap-x-2 gap-y-1 ${isShort ? 'grid-cols-[104px_minmax(0,1fr)] items-start' : ''}`}
    >
      <div className={`flex min-w-0 items-center gap-1.5 text-ink-2 ${isShort ? 'min-h-7' : 'min-h-6'}`}>
        {isGroup ? label : <label htmlFor={id}>{label}</label>}
        {words.description === undefined ? null : (
          <span aria-hidden="true" title={words.description.replaceAll('`', '')} className="shrink-0 text-ink-4">
            <Info size={11} />
          </span>
        )}
        {model.isRequired && !isShort ? <span className="text-meta text-ink-3">{t('required')}</span> : null}
        {isShort || note === undefined ? null : <span className="num text-meta text-ink-3">{note}</span>}
        {isShort ? null : <span className="grow" />}
        {isShort ? null : actions}
        {isShort || model.isRequired ? null : <ResetButton {...props} title={words.title} />}
      </div>
      <div className="grid min-w-0 gap-1">
        <div className="flex min-w-0 items-center gap-1">
          <div className="min-w-0 grow">{children(control, problems)}</div>
          {isShort ? actions : null}
          {isShort && !hasNoReset ? <ResetButton {...props} title={words.title} /> : null}
        </div>
        <FieldProblems id={`${id}-problems`} typed={typed} problems={problems} help={words.description} />
        {words.description === undefined ? null : (
          <p id={`${id}-help`} data-help className="sr-only">
            {words.description}
          </p>
        )}
      </div>
    </div>
  );
}

/** Clears the value. Its space is reserved even when hidden, so that the layout does not shift while typing. */
function ResetButton({ model, path, value, title }: FieldProps & { title: string }) {
  const t = useTranslations('inspector');
  const { edit } = useFormScope();
  if (model.isRequired) return <span className="w-6 shrink-0" />;
  const label = t(model.defaultValue === undefined ? 'unset' : 'resetToDefault', { title });
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={label}
      title={label}
      onClick={() => edit(path, undefined)}
      className={value === undefined || value === '' ? 'invisible' : ''}
    >
      <RotateCcw size={12} aria-hidden="true" />
    </Button>
  );
}
