'use client';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { pageCredential } from '#components/data/page-credential.ts';
import { Button } from '#components/ui/button.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';

type DownloadButtonProps = {
  readonly artifactId: string;
  readonly name: string;
  readonly revision: number;
  /** Shows an icon alone. @defaultValue false: with the word */
  readonly isIcon?: boolean;
};

/** Saves an artifact. In a hosted page the content is loaded first: a link could not carry its credential. */
export function DownloadButton({ artifactId, name, revision, isIcon = false }: DownloadButtonProps) {
  const t = useTranslations('artifacts');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const content = (
    <>
      <Download size={14} aria-hidden="true" />
      {isIcon ? null : t('download')}
    </>
  );
  if (pageCredential() === undefined)
    return (
      <a
        href={`/api/v1/artifacts/${encodeURIComponent(artifactId)}/download?revision=${revision}`}
        download={name}
        aria-label={isIcon ? t('downloadOf', { name }) : undefined}
        title={isIcon ? t('download') : undefined}
        className={`inline-flex h-6 items-center justify-center gap-1.5 rounded-control border border-line-2 bg-raised text-ink-1 hover:bg-sunken ${isIcon ? 'w-6' : 'px-2'}`}
      >
        {content}
      </a>
    );
  async function save() {
    setProblem(undefined);
    setIsBusy(true);
    try {
      const file = await apiClient.downloadArtifact({ params: { id: artifactId }, query: { revision } });
      const url = URL.createObjectURL(await file.blob());
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      URL.revokeObjectURL(url);
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <>
      {problem === undefined ? null : (
        <span role="alert" className="text-failed wrap-anywhere">
          {problem}
        </span>
      )}
      <Button
        size={isIcon ? 'icon' : 'normal'}
        aria-label={isIcon ? t('downloadOf', { name }) : undefined}
        title={isIcon ? t('download') : undefined}
        aria-disabled={isBusy || undefined}
        onClick={() => (isBusy ? undefined : void save())}
      >
        {content}
      </Button>
    </>
  );
}
