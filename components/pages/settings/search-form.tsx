'use client';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useKnownCredentials } from '#components/data/use-known-credentials.ts';
import { useSettingChange } from '#components/pages/settings/use-changeable-settings.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { ChangeableSettings } from '#lib/api/changeable-settings.ts';
import { searchProviders } from '#lib/search/providers/registry.gen.ts';
import { type SearchProviderId, searchProviderOf } from '#lib/search/search-provider.ts';

const providers = Object.values(searchProviders);

type SearchFormProps = { stored: ChangeableSettings['search']['value']; onSaved: () => void; onCancel: () => void };

/** Provider, address and key of the web search. A stored key stays unless it is typed again. */
export function SearchForm({ stored, onSaved, onCancel }: SearchFormProps) {
  const t = useTranslations('changeable.search');
  const { isBusy, problem, run } = useSettingChange();
  const [provider, setProvider] = useState<SearchProviderId>(stored?.provider ?? 'tavily');
  const [baseUrl, setBaseUrl] = useState(stored?.baseUrl ?? '');
  const [apiKey, setApiKey] = useState('');
  const [credentialId, setCredentialId] = useState(stored?.credentialId ?? '');
  const { credentials = [] } = useKnownCredentials();
  const [missing, setMissing] = useState<'baseUrl' | 'apiKey'>();
  const { baseUrl: ownUrl, needsKey } = searchProviderOf(provider);
  const needsUrl = ownUrl === undefined;
  const hasKey = stored?.key === 'set' && stored.credentialId === null && stored.provider === provider;
  const hasCredential = credentialId !== '';

  async function save(event: SubmitEvent) {
    event.preventDefault();
    const lacksUrl = needsUrl && baseUrl.trim() === '';
    const lacksKey = needsKey && apiKey.trim() === '' && !hasKey && !hasCredential;
    const first = lacksUrl ? 'baseUrl' : lacksKey ? 'apiKey' : undefined;
    setMissing(first);
    if (first) return document.getElementById(`search-${first}`)?.focus();
    const body = {
      provider,
      baseUrl: baseUrl.trim() || null,
      credentialId: hasCredential ? credentialId : null,
      ...(apiKey.trim() !== '' && !hasCredential && { apiKey: apiKey.trim() }),
    };
    if (await run(() => apiClient.setSearch({ body }))) onSaved();
  }

  return (
    <form onSubmit={save} noValidate aria-label={t('title')} className="grid max-w-110 gap-3">
      <Segmented
        label={t('provider')}
        value={provider}
        options={providers.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={setProvider}
      />
      <Field
        id="search-baseUrl"
        label={t('baseUrl')}
        isRequired={needsUrl}
        help={t(needsUrl ? 'baseUrlHelp' : 'ownUrl')}
        error={missing === 'baseUrl' ? t('required') : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            value={baseUrl}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={ownUrl ?? 'http://127.0.0.1:8888'}
            onChange={(event) => setBaseUrl(event.target.value)}
            className="font-mono"
          />
        )}
      </Field>
      <Field
        id="search-apiKey"
        label={t('apiKey')}
        isRequired={needsKey && !hasKey && !hasCredential}
        help={t('apiKeyHelp')}
        error={missing === 'apiKey' ? t('required') : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            type="password"
            value={apiKey}
            autoComplete="new-password"
            readOnly={hasCredential}
            placeholder={hasCredential ? t('keyByCredential') : hasKey ? t('keyStays') : ''}
            onChange={(event) => setApiKey(event.target.value)}
            className="font-mono"
          />
        )}
      </Field>
      {credentials.length > 0 || hasCredential ? (
        <Field id="search-credentialId" label={t('credentialId')} isRequired={false} help={t('credentialIdHelp')}>
          {(control) => (
            <Select
              {...control}
              value={credentialId}
              onChange={(event) => {
                setCredentialId(event.target.value);
                setApiKey('');
              }}
            >
              <option value="">{t('noCredential')}</option>
              {credentials.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      <div aria-live="polite">{problem ? <p className="text-failed wrap-anywhere">{problem}</p> : null}</div>
      <p className="flex gap-2">
        <Button type="submit" look="primary" aria-disabled={isBusy || undefined}>
          {t('save')}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </p>
    </form>
  );
}
