'use client';
import { List } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import type { ModelDraft } from '#components/pages/models/model-draft.ts';
import { presets } from '#components/pages/models/model-presets.ts';
import { Button } from '#components/ui/button.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import type { PickDialog } from '#components/ui/pick-dialog.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { ConfiguredModelResource, OfferedModelsResource } from '#lib/api/models.contract.ts';

const LazyPickDialog = lazyPart(async () => (await import('#components/ui/pick-dialog.tsx')).PickDialog) as typeof PickDialog;

type Offered = OfferedModelsResource['items'][number];
type ModelIdFieldProps = {
  id: string;
  error: string | undefined;
  draft: ModelDraft;
  stored: ConfiguredModelResource | undefined;
  onChange: (change: Partial<ModelDraft>) => void;
};

/** The model id, typed or chosen from those of the endpoint. A choice fills in context and price, if known. */
export function ModelIdField({ id, error, draft, stored, onChange }: ModelIdFieldProps) {
  const t = useTranslations('models');
  const format = useFormatter();
  const [offered, setOffered] = useState<readonly Offered[]>();
  const [refusal, setRefusal] = useState<string>();
  const { isBusy, problem, run } = useChange();
  const usd = (value: number) => format.number(value, { style: 'currency', currency: 'USD', maximumFractionDigits: 3 });

  const list = () =>
    run(async () => {
      setRefusal(undefined);
      const answer = await apiClient.listOfferedModels({
        params: { name: draft.name.trim() || 'model' },
        body: askOf(draft, stored),
      });
      if (answer.problem !== null) setRefusal(answer.problem);
      else if (answer.items.length === 0) setRefusal(t('offered.nothing'));
      else setOffered(answer.items);
    });

  function choose({ id: modelId, contextTokens, price }: Offered) {
    onChange({
      modelId,
      ...(contextTokens !== null && { contextTokens: String(contextTokens) }),
      ...(price !== null && { priceInput: String(price.input), priceOutput: String(price.output) }),
    });
  }

  const detailOf = ({ contextTokens, price }: Offered) =>
    [
      contextTokens === null ? undefined : t('offered.context', { tokens: contextTokens }),
      price === null ? undefined : t('offered.price', { input: usd(price.input), output: usd(price.output) }),
    ].filter((fact) => fact !== undefined);
  return (
    <div className="grid content-start gap-1">
      <TextField
        id={id}
        error={error}
        value={draft.modelId}
        onChange={(modelId) => onChange({ modelId })}
        label={t('fields.modelId')}
        isRequired
        help={t('help.modelId')}
        placeholder={presets[draft.preset].exampleModel}
        className="font-mono"
      />
      <div>
        <Button aria-disabled={isBusy || undefined} onClick={() => void list()} data-part="list-models">
          <List size={12} aria-hidden="true" />
          {t(isBusy ? 'offered.asking' : 'offered.list')}
        </Button>
      </div>
      <FailureLine>{refusal ?? problem}</FailureLine>
      {offered ? (
        <Suspense>
          <LazyPickDialog
            title={t('offered.title')}
            placeholder={t('offered.search')}
            items={offered.map((one) => ({
              id: one.id,
              label: one.id,
              ...(one.title !== null && { hint: one.title }),
              ...(detailOf(one).length > 0 && { detail: detailOf(one).join(' · ') }),
              one,
            }))}
            emptyText={(search) => t('offered.none', { search })}
            onPick={({ one }) => choose(one)}
            onClose={() => setOffered(undefined)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The settings that say where to ask. A stored key is used again unless another one was typed. */
function askOf({ preset, baseUrl, apiKey, credentialId }: ModelDraft, stored: ConfiguredModelResource | undefined) {
  const keepsAddress = baseUrl.trim() === '' && stored !== undefined;
  return {
    provider: presets[preset].provider,
    ...(!keepsAddress && { baseUrl: baseUrl.trim() || null }),
    ...(credentialId === '' && apiKey.trim() !== '' && { apiKey: apiKey.trim() }),
    ...(credentialId !== '' && { credentialId }),
  };
}
