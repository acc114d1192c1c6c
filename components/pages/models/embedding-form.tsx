'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm, wordProblems } from '#components/data/use-entry-form.ts';
import {
  type EmbeddingDraft,
  embeddingDraftOf,
  embeddingOf,
  embeddingProblems,
} from '#components/pages/models/embedding-draft.ts';
import { useSettingsAnswer } from '#components/pages/settings/use-changeable-settings.ts';
import { Folded } from '#components/ui/folded.tsx';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { ChangeableSettings, EmbeddingSetting } from '#lib/api/changeable-settings.ts';

type EmbeddingFormProps = {
  /** Undefined for a new one. */
  stored?: EmbeddingSetting;
  /** Names of the others. */
  taken: readonly string[];
  onSaved: () => void;
  onCancel: () => void;
};

const OPTIONAL = ['dimensions', 'inputPrice', 'queryPrefix', 'documentPrefix'] as const;

/** Address, model and key of an embedding model. A stored key stays unless it is typed again. */
export function EmbeddingForm({ stored, taken, onSaved, onCancel }: EmbeddingFormProps) {
  const t = useTranslations('embeddings');
  const keep = useSettingsAnswer();
  const form = useEntryForm<EmbeddingDraft, ChangeableSettings>({
    first: () => embeddingDraftOf(stored, taken),
    problemsOf: (draft) => wordProblems(embeddingProblems(draft, taken), (problem) => t(problem)),
    send: (draft) => apiClient.setEmbedding({ params: { name: draft.name.trim() }, body: embeddingOf(draft) }),
    onSaved(settings) {
      keep(settings);
      onSaved();
    },
  });

  const field = (key: keyof EmbeddingDraft, { isRequired = false, placeholder = '' } = {}) => (
    <TextField
      {...form.text(key)}
      label={t(`fields.${key}`)}
      isRequired={isRequired}
      help={t(`help.${key}`)}
      type={key === 'apiKey' ? 'password' : 'text'}
      autoComplete={key === 'apiKey' ? 'new-password' : 'off'}
      disabled={key === 'name' && stored !== undefined}
      placeholder={placeholder}
      className="font-mono"
    />
  );

  return (
    <form {...form.props} aria-label={stored ? t('editTitle', { name: stored.name }) : t('add')} className="grid max-w-200 gap-3">
      <div className="grid gap-3 md:grid-cols-2">
        {field('name', { isRequired: true })}
        {field('model', { isRequired: true, placeholder: 'text-embedding-3-small' })}
        {field('baseUrl', { isRequired: true, placeholder: 'https://api.openai.com/v1' })}
        {field('apiKey', { placeholder: stored?.hasKey ? t('keyStays') : '' })}
      </div>
      <Folded title={t('more')}>
        <div className="grid gap-3 md:grid-cols-2">
          {OPTIONAL.map((key) => (
            <div key={key}>{field(key)}</div>
          ))}
        </div>
      </Folded>
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
