'use client';
import { useTranslations } from 'use-intl';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { type ApiDocument, loadEndpointDocument } from '#components/pages/api-docs/api-document.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';

type EndpointKeyProps = { readonly slug: string; readonly onOpened: (document: ApiDocument) => void };

/** Asks for the key of an endpoint, which its document needs. Another page does not have the key. */
export function EndpointKey({ slug, onOpened }: EndpointKeyProps) {
  const t = useTranslations('apiDocs');
  const form = useEntryForm<{ readonly key: string }, ApiDocument>({
    first: { key: '' },
    problemsOf: ({ key }) => (key.trim() === '' ? { key: t('keyMissing') } : {}),
    onlyField: 'key',
    send: ({ key }) => loadEndpointDocument(slug, key.trim()),
    onSaved: onOpened,
  });
  return (
    <form {...form.props} method="post" className="grid max-w-120 gap-3 p-4">
      <p className="text-ink-2">{t('keyText', { slug })}</p>
      <TextField {...form.text('key')} label={t('key')} help={t('keyHelp')} type="password" />
      <Button type="submit" look="primary" className="w-fit" aria-disabled={form.isBusy || undefined}>
        {t('open')}
      </Button>
    </form>
  );
}
