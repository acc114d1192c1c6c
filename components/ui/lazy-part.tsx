'use client';
import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

class PartNotLoaded extends Error {}

/**
 * A part of a page that is loaded when first shown; it needs a `Suspense`. If loading fails it shows an error with a
 * retry button, and the rest of the page stays.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const begun = () =>
    lazy(async () => {
      const loaded = await load().catch((cause: unknown) => {
        throw new PartNotLoaded('A part of the page could not be loaded', { cause });
      });
      return { default: loaded };
    });
  // React caches the result, also a failure.
  let latest = begun();
  return function LazyPart(props: Props) {
    const [{ Part, tries }, setTry] = useState({ Part: latest, tries: 0 });
    function tryAgain() {
      latest = begun();
      setTry({ Part: latest, tries: tries + 1 });
    }
    return (
      <LoadingBoundary key={tries} instead={<NotLoaded onTryAgain={tryAgain} />}>
        <Part {...props} />
      </LoadingBoundary>
    );
  };
}

type LoadingBoundaryProps = { instead: ReactNode; children: ReactNode };

/** Any other error is not its business. */
class LoadingBoundary extends Component<LoadingBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof PartNotLoaded) return this.props.instead;
    throw error;
  }
}

function NotLoaded({ onTryAgain }: { onTryAgain: () => void }) {
  const t = useTranslations();
  return (
    <div role="alert" className="m-3">
      <Notice title={t('errors.partNotLoaded')}>
        <p className="mb-2">{t('errors.partNotLoadedText')}</p>
        <Button onClick={onTryAgain}>{t('run.tryAgain')}</Button>
      </Notice>
    </div>
  );
}
