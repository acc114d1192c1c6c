'use client';
import { useTranslations } from 'use-intl';
import { CredentialSelect } from '#components/credentials/credential-select.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { useSettingsAnswer } from '#components/pages/settings/use-changeable-settings.ts';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { ChangeableSettings } from '#lib/api/changeable-settings.ts';
import { searchProviders } from '#lib/search/providers/registry.gen.ts';
import { type SearchProviderId, searchProviderOf } from '#lib/search/search-provider.ts';

const providers = Object.values(searchProviders);

type SearchFormProps = { stored: ChangeableSettings['search']['value']; onSaved: () => void; onCancel: () => void };

type Draft = {
  readonly provider: SearchProviderId;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly credentialId: string;
};

/** Provider, address and key of the web search. A stored key stays unless it is typed again. */
export function SearchForm({ stored, onSaved, onCancel }: SearchFormProps) {
  const t = useTranslations('changeable.search');
  const keep = useSettingsAnswer();
  const form = useEntryForm<Draft, ChangeableSettings>({
    first: {
      provider: stored?.provider ?? 'tavily',
      baseUrl: stored?.baseUrl ?? '',
      apiKey: '',
      credentialId: stored?.credentialId ?? '',
    },
    problemsOf(entry) {
      const needs = needsOf(entry);
      return {
        ...(needs.url && entry.baseUrl.trim() === '' && { baseUrl: t('required') }),
        ...(needs.key && entry.apiKey.trim() === '' && { apiKey: t('required') }),
      };
    },
    send: ({ provider, baseUrl, apiKey, credentialId }) =>
      apiClient.setSearch({
        body: {
          provider,
          baseUrl: baseUrl.trim() || null,
          credentialId: credentialId || null,
          ...(apiKey.trim() !== '' && credentialId === '' && { apiKey: apiKey.trim() }),
        },
      }),
    onSaved(settings) {
      keep(settings);
      onSaved();
    },
  });
  const { draft, set } = form;
  const { baseUrl: ownUrl } = searchProviderOf(draft.provider);
  const needs = needsOf(draft);
  const hasCredential = draft.credentialId !== '';

  function keepsKey(provider: SearchProviderId): boolean {
    return stored?.key === 'set' && stored.credentialId === null && stored.provider === provider;
  }

  function needsOf({ provider, credentialId }: Draft) {
    const { baseUrl, needsKey } = searchProviderOf(provider);
    return { url: baseUrl === undefined, key: needsKey && !keepsKey(provider) && credentialId === '' };
  }

  return (
    <form {...form.props} aria-label={t('title')} className="grid max-w-110 gap-3">
      <Segmented
        label={t('provider')}
        value={draft.provider}
        options={providers.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(provider) => set({ provider }, ['provider', 'baseUrl', 'apiKey'])}
      />
      <TextField
        {...form.text('baseUrl')}
        label={t('baseUrl')}
        isRequired={needs.url}
        help={t(needs.url ? 'baseUrlHelp' : 'ownUrl')}
        inputMode="url"
        placeholder={ownUrl ?? 'http://127.0.0.1:8888'}
        className="font-mono"
      />
      <TextField
        {...form.text('apiKey')}
        label={t('apiKey')}
        isRequired={needs.key}
        help={t('apiKeyHelp')}
        type="password"
        autoComplete="new-password"
        readOnly={hasCredential}
        placeholder={hasCredential ? t('keyByCredential') : keepsKey(draft.provider) ? t('keyStays') : ''}
        className="font-mono"
      />
      <CredentialSelect
        {...form.field('credentialId')}
        label={t('credentialId')}
        help={t('credentialIdHelp')}
        value={draft.credentialId}
        url={draft.baseUrl || (ownUrl ?? '')}
        onChange={(credentialId) => set({ credentialId, apiKey: '' })}
      />
      <FormFoot
        title={t('notSaved')}
        problem={form.problem}
        isBusy={form.isBusy}
        saveLabel={t('save')}
        cancelLabel={t('cancel')}
        onCancel={onCancel}
      />
    </form>
  );
}
