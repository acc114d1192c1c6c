'use client';
import { useTranslations } from 'use-intl';
import { AllowHost } from '#components/data/allow-host.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { useFocusFirst } from '#components/ui/use-focus-first.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { readToolService, ToolRecipeResource } from '#lib/api/tool-services.contract.ts';

type Source = { recipe: string } | { url: string } | { document: string };
/** A service that is about to be added, as its document describes it. */
export type ServiceSource = {
  readonly source: Source;
  readonly id: string;
  readonly recipe?: ToolRecipeResource;
} & Pick<ContractOutput<typeof readToolService>, 'title' | 'serverUrl' | 'operations' | 'skipped'>;

const WEB_ADDRESS = /^https?:\/\/./i;
const EXAMPLE_URL = 'https://api.example.com/openapi.json';

/** Reads the OpenAPI document of a service, by its address or as a text. */
export function DocumentForm({ kind, onRead }: { kind: 'url' | 'document'; onRead: (read: ServiceSource) => void }) {
  const t = useTranslations('services');
  const form = useEntryForm<{ readonly text: string }, ServiceSource>({
    first: { text: '' },
    problemsOf({ text }) {
      if (text.trim() === '') return { text: t('problems.missing') };
      return kind === 'url' && !WEB_ADDRESS.test(text.trim()) ? { text: t('problems.serverUrl') } : {};
    },
    onlyField: 'text',
    keepAs: `service by ${kind}`,
    async send({ text }) {
      const source = kind === 'url' ? { url: text.trim() } : { document: text };
      const { title, serverUrl, operations, skipped } = await apiClient.readToolService({ body: source });
      return { source, id: idFrom(title), title, serverUrl, operations, skipped };
    },
    onSaved: onRead,
  });
  useFocusFirst(form.fieldId('text'));
  const control = {
    value: form.draft.text,
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => form.set({ text: event.target.value }),
  };
  return (
    <form {...form.props} className="grid max-w-[80ch] gap-3" aria-busy={form.isBusy}>
      <Field {...form.field('text')} label={t(`sources.${kind}`)} isRequired help={t('formats')}>
        {(field) =>
          kind === 'url' ? (
            <TextInput {...field} {...control} inputMode="url" placeholder={EXAMPLE_URL} className="font-mono" />
          ) : (
            <TextArea {...field} {...control} rows={10} className="font-mono text-meta" />
          )
        }
      </Field>
      <AllowHost host={form.refusedHost} onAllowed={() => void form.save()} />
      <div>
        <Button type="submit" look="primary" aria-disabled={form.isBusy || undefined}>
          {form.isBusy ? t('reading') : t('read')}
        </Button>
      </div>
    </form>
  );
}

/** A title as an id. */
function idFrom(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const id = words.slice(0, 3).join('-').slice(0, 40);
  return /^[a-z]/.test(id) ? id : `service${id && `-${id}`}`.slice(0, 40);
}
