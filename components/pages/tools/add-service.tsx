'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { AddMcpServer } from '#components/pages/tools/add-mcp-server.tsx';
import { DocumentForm, type ServiceSource } from '#components/pages/tools/document-form.tsx';
import { serviceOf } from '#components/pages/tools/service-draft.ts';
import { ServiceForm } from '#components/pages/tools/service-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import type { ToolServiceResource } from '#lib/api/tool-services.contract.ts';

const kinds = ['recipe', 'url', 'document', 'mcp'] as const;

/** A new service: from a recipe, or by its OpenAPI document. */
export function AddService({ onAdded }: { onAdded: (made: ToolServiceResource) => Promise<void> }) {
  const t = useTranslations('services');
  const [read, setRead] = useState<ServiceSource>();
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

function ChooseSource({ onRead }: { onRead: (read: ServiceSource) => void }) {
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

function Recipes({ onRead }: { onRead: (read: ServiceSource) => void }) {
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

type ReadServiceProps = { read: ServiceSource; onAdded: (made: ToolServiceResource) => Promise<void>; onBack: () => void };

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
