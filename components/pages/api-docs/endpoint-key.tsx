'use client';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ApiDocument, loadEndpointDocument } from '#components/pages/api-docs/api-document.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';

type EndpointKeyProps = { readonly slug: string; readonly onOpened: (document: ApiDocument) => void };

/** Asks for the key of an endpoint, which its document needs. Another page does not have the key. */
export function EndpointKey({ slug, onOpened }: EndpointKeyProps) {
  const t = useTranslations('apiDocs');
  const [key, setKey] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (key.trim() === '' || isBusy) return;
    setIsBusy(true);
    try {
      onOpened(await loadEndpointDocument(slug, key.trim()));
    } catch (error) {
      setProblem(errorMessage(error));
      setIsBusy(false);
    }
  }
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid max-w-120 gap-3 p-4">
      <p className="text-ink-2">{t('keyText', { slug })}</p>
      <Field id="api-key" label={t('key')} isRequired={false} help={t('keyHelp')} error={problem}>
        {(control) => (
          <TextInput
            {...control}
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" className="w-fit" aria-disabled={isBusy || undefined}>
        {t('open')}
      </Button>
    </form>
  );
}
