'use client';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ApiDocument, loadApiDocument } from '#components/pages/api-docs/api-document.ts';
import { EndpointKey } from '#components/pages/api-docs/endpoint-key.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';

/** Swagger UI has 460 KB, compressed. */
const ApiReference = lazyPart(async () => (await import('#components/pages/api-docs/api-reference.tsx')).ApiReference);

type ApiDocsPageProps = {
  /** All endpoints. */
  readonly slugs: readonly string[];
  /** The endpoint that the address names. */
  readonly first: string | undefined;
};

/** The API as an interactive page: of the whole workspace, or what the key of one endpoint opens. */
export function ApiDocsPage({ slugs, first }: ApiDocsPageProps) {
  const t = useTranslations('apiDocs');
  const [slug, setSlug] = useState(first);
  const [opened, setOpened] = useState<{ readonly slug: string; readonly document: ApiDocument }>();
  const whole = useQuery({ queryKey: ['openapi'], queryFn: loadApiDocument, staleTime: Number.POSITIVE_INFINITY });
  const document = slug === undefined ? whole.data : opened?.slug === slug ? opened.document : undefined;
  const show = (next: string | undefined) => {
    setSlug(next);
    window.history.replaceState(window.history.state, '', next === undefined ? '/api-docs' : `?slug=${next}`);
  };
  const file = slug === undefined ? '/api/v1/openapi.json' : undefined;
  return (
    <PageFrame
      title={useTranslations('rail')('pages.apiDocs')}
      about={t('about')}
      actions={
        <>
          {file === undefined ? null : (
            <a href={file} className="inline-flex h-7 items-center px-2 text-accent underline max-md:hidden">
              {t('file')}
            </a>
          )}
          <span className="w-44">
            <Select
              aria-label={t('which')}
              value={slug ?? ''}
              onChange={(event) => show(event.target.value === '' ? undefined : event.target.value)}
            >
              <option value="">{t('whole')}</option>
              {slugs.map((one) => (
                <option key={one} value={one}>
                  /{one}
                </option>
              ))}
            </Select>
          </span>
        </>
      }
    >
      {document ? (
        <Suspense fallback={<WholeState />}>
          <ApiReference key={slug ?? ''} document={document} />
        </Suspense>
      ) : slug === undefined ? (
        <WholeState problem={whole.error ? errorMessage(whole.error) : undefined} onTryAgain={() => void whole.refetch()} />
      ) : (
        <EndpointKey key={slug} slug={slug} onOpened={(made) => setOpened({ slug, document: made })} />
      )}
    </PageFrame>
  );
}

/** Until the document is there. */
function WholeState({ problem, onTryAgain }: { problem?: string | undefined; onTryAgain?: () => void }) {
  const t = useTranslations('apiDocs');
  if (problem === undefined)
    return (
      <p role="status" className="p-4 text-ink-2">
        {t('loading')}
      </p>
    );
  return (
    <div className="p-4">
      <Notice title={t('notLoaded')}>
        <p className="pb-2">{problem}</p>
        <Button onClick={onTryAgain}>{t('tryAgain')}</Button>
      </Notice>
    </div>
  );
}
