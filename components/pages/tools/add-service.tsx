'use client';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import { AllowHost } from '#components/data/allow-host.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { keepDraft, readKeptDraft } from '#components/data/kept-draft.ts';
import { useChange } from '#components/data/use-change.ts';
import { AddMcpServer } from '#components/pages/tools/add-mcp-server.tsx';
import { serviceOf } from '#components/pages/tools/service-draft.ts';
import { ServiceForm } from '#components/pages/tools/service-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { useFocusFirst } from '#components/ui/use-focus-first.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { readToolService, ToolRecipeResource, ToolServiceResource } from '#lib/api/tool-services.contract.ts';

type Source = { recipe: string } | { url: string } | { document: string };
type Read = {
  readonly source: Source;
  readonly id: string;
  readonly recipe?: ToolRecipeResource;
} & Pick<ContractOutput<typeof readToolService>, 'title' | 'serverUrl' | 'operations' | 'skipped'>;

const EXAMPLE_URL = 'https://api.example.com/openapi.json';
const kinds = ['recipe', 'url', 'document', 'mcp'] as const;

/** A new service: from a recipe, or by its OpenAPI document. */
export function AddService({ onAdded }: { onAdded: (made: ToolServiceResource) => Promise<void> }) {
  const t = useTranslations('services');
  const [read, setRead] = useState<Read>();
  return (
    <article aria-labelledby="add-service" className="grid content-start gap-4 p-4">
      <header className="grid gap-1">
        <h2 id="add-service" className="text-title font-title">
          {t('add')}
        </h2>
        <p className="max-w-[80ch] text-ink-2">{t('addText')}</p>
      </header>
      {read ? <ReadService read={read} onAdded={onAdded} onBack={() => setRead(undefined)} /> : <ChooseSource onRead={setRead} />}
    </article>
  );
}

function ChooseSource({ onRead }: { onRead: (read: Read) => void }) {
  const t = useTranslations('services');
  const [kind, setKind] = useState<(typeof kinds)[number]>('recipe');
  return (
    <div className="grid gap-3">
      <div className="overflow-x-auto pb-0.5">
        <Segmented
          label={t('source')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`sources.${value}`) }))}
          onChange={setKind}
        />
      </div>
      {kind === 'recipe' ? <Recipes onRead={onRead} /> : null}
      {kind === 'mcp' ? <AddMcpServer /> : null}
      {kind === 'url' || kind === 'document' ? <DocumentForm key={kind} kind={kind} onRead={onRead} /> : null}
    </div>
  );
}

function Recipes({ onRead }: { onRead: (read: Read) => void }) {
  const t = useTranslations('services');
  const { recipeTexts } = useMessages();
  const { data } = useQuery({ queryKey: ['tool-recipes'], queryFn: ({ signal }) => apiClient.listToolRecipes({}, { signal }) });
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-2" aria-busy={data === undefined}>
      {(data?.items ?? []).map((recipe) => {
        const { id, title, serverUrl, operations, description } = recipe;
        return (
          <li key={id}>
            <button
              type="button"
              data-recipe={id}
              onClick={() => onRead({ source: { recipe: id }, id, recipe, title, serverUrl, operations, skipped: [] })}
              className="grid h-full w-full content-start gap-0.5 rounded-control border border-line-2 bg-raised px-3 py-2 text-left hover:bg-hover"
            >
              <span className="font-strong">{title}</span>
              <span className="text-meta text-ink-2">{recipeTexts[id] ?? description}</span>
              <span className="text-meta text-ink-3">{t('count', { count: operations.length })}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function DocumentForm({ kind, onRead }: { kind: 'url' | 'document'; onRead: (read: Read) => void }) {
  const t = useTranslations('services');
  const id = useId();
  const keepAs = `service by ${kind}`;
  const [text, setText] = useState(() => readKeptDraft(keepAs, { text: '' }).text);
  const { isBusy, problem, refusedHost, run, retry } = useChange();
  useFocusFirst(id);
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const source = kind === 'url' ? { url: text.trim() } : { document: text };
    void run(async () => {
      const { title, serverUrl, operations, skipped } = await apiClient.readToolService({ body: source });
      onRead({ source, id: idFrom(title), title, serverUrl, operations, skipped });
    });
  }
  const control = {
    value: text,
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => {
      setText(event.target.value);
      keepDraft(keepAs, { text: event.target.value }, []);
    },
  };
  return (
    <form onSubmit={submit} noValidate className="grid max-w-[80ch] gap-3" aria-busy={isBusy}>
      <Field id={id} label={t(`sources.${kind}`)} isRequired help={t('formats')} error={problem}>
        {(field) =>
          kind === 'url' ? (
            <TextInput {...field} {...control} inputMode="url" placeholder={EXAMPLE_URL} className="font-mono" />
          ) : (
            <TextArea {...field} {...control} rows={10} className="font-mono text-meta" />
          )
        }
      </Field>
      <AllowHost host={refusedHost} onAllowed={retry} />
      <div>
        <Button type="submit" look="primary" disabled={isBusy || text.trim() === ''}>
          {isBusy ? t('reading') : t('read')}
        </Button>
      </div>
    </form>
  );
}

type ReadServiceProps = { read: Read; onAdded: (made: ToolServiceResource) => Promise<void>; onBack: () => void };

function ReadService({ read, onAdded, onBack }: ReadServiceProps) {
  const t = useTranslations('services');
  const { source, id, recipe, title, serverUrl, operations, skipped } = read;
  return (
    <div className="grid gap-4">
      <div>
        <Button onClick={onBack}>{t('back')}</Button>
      </div>
      <ServiceForm
        first={{ id, title, serverUrl: serverUrl ?? '', credentialId: null }}
        operations={operations}
        {...(recipe && { wanted: recipe.credential })}
        onSave={(draft) => apiClient.createToolService({ body: { ...source, ...serviceOf(draft), id: draft.id } })}
        onSaved={onAdded}
      />
      {skipped.length > 0 ? (
        <details className="text-meta text-ink-2">
          <summary>{t('skipped', { count: skipped.length })}</summary>
          <ul className="grid gap-0.5 pt-1">
            {skipped.slice(0, 50).map(({ method, path, reason }) => (
              <li key={`${method} ${path}`} className="wrap-anywhere">
                <code>{`${method} ${path}`}</code>: {reason}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

/** A title as an id. */
function idFrom(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const id = words.slice(0, 3).join('-').slice(0, 40);
  return /^[a-z]/.test(id) ? id : `service${id && `-${id}`}`.slice(0, 40);
}
