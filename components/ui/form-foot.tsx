import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

type FormFootProps = {
  /** What did not happen, as the title of `problem`. */
  title: string;
  /** Why it was not stored; undefined when nothing is wrong, or each problem is shown at its field. */
  problem: string | undefined;
  /** The way on after a refusal, under `problem`. */
  way?: ReactNode;
  /** What happens or happened, read out politely. */
  status?: ReactNode;
  isBusy: boolean;
  saveLabel: ReactNode;
  cancelLabel?: string;
  onCancel?: (() => void) | undefined;
  /** Further buttons. */
  children?: ReactNode;
};

/** The end of a form: why it was not stored, and its buttons. */
export function FormFoot({ title, problem, way, status, isBusy, saveLabel, cancelLabel, onCancel, children }: FormFootProps) {
  return (
    <div className="grid min-w-0">
      <div aria-live="polite" className="not-empty:pb-3">
        {status}
      </div>
      {/* Next to the button that was pressed: the top of the form may be out of sight. */}
      <div role="alert" className="not-empty:pb-3">
        {problem === undefined ? null : (
          <Notice title={title}>
            {/* Each problem on a line of its own. */}
            <span className="whitespace-pre-line">{problem}</span>
          </Notice>
        )}
        {way}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" size="large" aria-disabled={isBusy || undefined}>
          {saveLabel}
        </Button>
        {children}
        {onCancel ? (
          <Button size="large" onClick={onCancel}>
            {cancelLabel}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
