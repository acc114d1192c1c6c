'use client';
import { useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';

type LoadProblemProps = {
  /** Of the query; nothing is drawn without one. */
  error: unknown;
  /** Whether older data is shown. @defaultValue false */
  isStale?: boolean;
  onRetry: () => void;
  className?: string;
};

/** Why data could not be loaded, and a button that loads it. */
export function LoadProblem(props: LoadProblemProps) {
  return props.error ? <ShownProblem {...props} /> : null;
}

function ShownProblem({ error, isStale = false, onRetry, className = '' }: LoadProblemProps) {
  const t = useTranslations('loading');
  const box = useRef<HTMLDivElement>(null);
  // Before the button goes with the focus, the page takes it: from the document's body a keyboard begins anew.
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element?.contains(document.activeElement)) element.closest('main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={box} role="alert" data-part="load-problem" className={className}>
      <Notice title={t(isStale ? 'notReloaded' : 'notLoaded')}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-0 wrap-anywhere">{errorMessage(error)}</p>
          <Button onClick={onRetry}>{t('retry')}</Button>
        </div>
      </Notice>
    </div>
  );
}
