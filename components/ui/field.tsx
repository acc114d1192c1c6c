'use client';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Ways } from '#components/ui/ways.tsx';

/** What a control inside a `Field` has to carry, so that its label, help and error are read out with it. */
export type FieldControl = {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  'aria-required': boolean;
};

type FieldProps = {
  id: string;
  label: string;
  isRequired: boolean;
  /** Read out, but not drawn: the text next to the field says the same. @defaultValue false */
  isLabelHidden?: boolean | undefined;
  help?: string | undefined;
  error?: string | undefined;
  children: (control: FieldControl) => ReactNode;
};

/** A label with its control, a line of help, and what is wrong with the value. */
export function Field({ id, label, isRequired, isLabelHidden = false, help, error, children }: FieldProps) {
  const t = useTranslations('form');
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, helpId].filter(Boolean).join(' ') || undefined;
  return (
    <div data-field="" className="relative grid min-w-0 scroll-my-4 content-start gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'flex items-baseline gap-1.5 text-ink-2'}>
        <span className="font-strong wrap-anywhere">{label}</span>
        {isRequired ? <span className="text-meta text-ink-3">{t('required')}</span> : null}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': describedBy, 'aria-required': isRequired })}
      {/* There before its text, so that it is announced even when the control already has the focus. */}
      <div aria-live="polite" className="contents">
        {error ? (
          <p id={errorId} className="flex items-start gap-1 text-meta text-failed">
            <CircleAlert size={12} className="mt-0.5 shrink-0" aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">
              {error}
              <Ways of={error} />
            </span>
          </p>
        ) : null}
      </div>
      {help ? (
        <p id={helpId} className="text-meta text-ink-3 wrap-anywhere">
          {help}
        </p>
      ) : null}
    </div>
  );
}
