'use client';
import { List } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ListedModel, lendersOf, listOffered, type OfferedItem } from '#components/inspector/form/list-offered.ts';
import { Button } from '#components/ui/button.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import type { PickDialog } from '#components/ui/pick-dialog.tsx';

const LazyPickDialog = lazyPart(async () => (await import('#components/ui/pick-dialog.tsx')).PickDialog) as typeof PickDialog;

type OfferedModelsProps = {
  /** The configured ones. */
  models: readonly ListedModel[];
  /** Gets `provider/model`. */
  onPick: (name: string) => void;
};

/** A search in the models of all configured providers. Empty while only the demo model is there. */
export function OfferedModels({ models, onPick }: OfferedModelsProps) {
  const t = useTranslations('models.offered');
  const [items, setItems] = useState<readonly OfferedItem[]>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  if (lendersOf(models).length === 0) return null;

  async function list() {
    if (isBusy) return;
    setIsBusy(true);
    const { items: offered, problem: refusal } = await listOffered(models);
    setIsBusy(false);
    setProblem(offered.length > 0 ? undefined : (refusal ?? t('nothing')));
    if (offered.length > 0) setItems(offered);
  }

  return (
    <>
      <Button
        aria-disabled={isBusy || undefined}
        onClick={() => void list()}
        data-part="list-models"
        className="justify-self-start"
      >
        <List size={12} aria-hidden="true" />
        {t(isBusy ? 'asking' : 'list')}
      </Button>
      <FailureLine>{problem}</FailureLine>
      {items ? (
        <Suspense>
          <LazyPickDialog
            title={t('title')}
            placeholder={t('search')}
            items={items}
            emptyText={(search) => t('none', { search })}
            onPick={({ id }) => onPick(id)}
            onClose={() => setItems(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
