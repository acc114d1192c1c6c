'use client';
import { useQuery } from '@tanstack/react-query';
import { type ImgHTMLAttributes, useState } from 'react';
import { useTranslations } from 'use-intl';
import { pageCredential } from '#components/data/page-credential.ts';
import { fetchFromServer } from '#components/data/page-server.ts';

type ArtifactPictureProps = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt'> & {
  /** Relative to the server. */
  readonly url: string;
  readonly alt: string;
};

/**
 * A picture of an artifact. A hosted page fetches it with its credential, which the `src` of an image
 * cannot carry.
 */
export function ArtifactPicture({ url, ...given }: ArtifactPictureProps) {
  const hasCredential = pageCredential() !== undefined;
  const loaded = useQuery({
    queryKey: ['artifact-picture', url],
    queryFn: ({ signal }) => loadPicture(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: hasCredential,
  });
  const [failedUrl, setFailedUrl] = useState<string>();
  const src = hasCredential ? loaded.data : url;
  if (loaded.isError || failedUrl === url) return <NotDrawn {...given} />;
  if (src === undefined) return <span aria-hidden="true" className={`block ${given.className ?? ''}`} />;
  // biome-ignore lint/performance/noImgElement: what the server draws or stores is sent as it is
  return <img {...given} alt={given.alt} src={src} onError={() => setFailedUrl(url)} />;
}

function NotDrawn({ alt, className = '' }: { readonly alt: string; readonly className?: string | undefined }) {
  const t = useTranslations('artifacts');
  return (
    <span
      role="img"
      aria-label={alt}
      className={`grid place-items-center bg-sunken p-1 text-center text-meta text-ink-3 ${className}`}
    >
      {t('noPicture')}
    </span>
  );
}

/** @returns a data URL, which the content security policy of pages allows for images */
async function loadPicture(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetchFromServer(url, { signal });
  if (!response?.ok) throw new Error('The picture is not available.');
  const blob = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The picture cannot be read.'));
    reader.readAsDataURL(blob);
  });
}
