'use client';
import { EyeOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Tag } from '#components/ui/tag.tsx';

/** Warns of characters that a model reads and a person does not see; nothing where there are none. */
export function HiddenTag({ count }: { readonly count: number }) {
  const t = useTranslations('pinned');
  if (count === 0) return null;
  return (
    <Tag look="failed">
      <EyeOff size={10} aria-hidden="true" />
      {t('hidden', { count })}
    </Tag>
  );
}
