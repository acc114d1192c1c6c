'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { AddService } from '#components/pages/tools/add-service.tsx';
import { serviceOf } from '#components/pages/tools/service-draft.ts';
import { ServiceForm } from '#components/pages/tools/service-form.tsx';
import { LoadProblem } from '#components/ui/load-problem.tsx';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { listToolServices, ToolServiceResource } from '#lib/api/tool-services.contract.ts';

const queryKey = ['tool-services'];

/** A service of the workspace with its operations, or a new one. */
export function ServicePanel({ serviceId, onDone }: { serviceId: string | undefined; onDone: (serviceId?: string) => void }) {
  const t = useTranslations('services');
  const router = useRouter();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => apiClient.listToolServices({}, { signal }),
  });
  // Shown before the address has changed.
  const [added, setAdded] = useState<string>();
  const shownId = serviceId ?? added;
  /** @param now undefined: it was deleted */
  async function changed(id: string, now: ToolServiceResource | undefined) {
    await refetch();
    // Known even if the list could not be read again.
    client.setQueryData<ContractOutput<typeof listToolServices>>(queryKey, (before) => ({
      items: [...(before?.items ?? []).filter((item) => item.id !== id), ...(now ? [now] : [])],
    }));
    setAdded(now?.id);
    router.refresh();
    onDone(now?.id);
  }
  if (shownId === undefined) return <AddService onAdded={(made) => changed(made.id, made)} />;
  const loadProblem = <LoadProblem error={error} isStale={data !== undefined} onRetry={() => void refetch()} />;
  const service = data?.items.find(({ id }) => id === shownId);
  if (error && !service) return <div className="p-4">{loadProblem}</div>;
  if (!service) return <p className="p-4 text-ink-2">{data ? t('gone') : t('loading')}</p>;
  return (
    <article aria-labelledby="service-title" className="grid content-start gap-4 p-4">
      {loadProblem}
      <h2 id="service-title" className="text-title font-title">
        {service.title} <code className="text-body font-text text-ink-2">{service.id}</code>
      </h2>
      <ServiceForm
        key={service.changedAt}
        stored={service}
        operations={service.operations}
        first={service}
        onSave={(draft) =>
          apiClient.updateToolService({
            params: { id: service.id },
            body: { ...serviceOf(draft), isEnabled: draft.isEnabled },
          })
        }
        onSaved={(saved) => changed(saved.id, saved)}
        onDelete={async () => {
          await apiClient.deleteToolService({ params: { id: service.id } });
          await changed(service.id, undefined);
        }}
      />
    </article>
  );
}
