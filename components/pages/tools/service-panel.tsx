'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { AddService } from '#components/pages/tools/add-service.tsx';
import { serviceOf } from '#components/pages/tools/service-draft.ts';
import { ServiceForm } from '#components/pages/tools/service-form.tsx';
import { LoadProblem } from '#components/ui/load-problem.tsx';

/** A service of the workspace with its operations, or a new one. */
export function ServicePanel({ serviceId, onDone }: { serviceId: string | undefined; onDone: (serviceId?: string) => void }) {
  const t = useTranslations('services');
  const router = useRouter();
  const { data, error, refetch } = useQuery({
    queryKey: ['tool-services'],
    queryFn: ({ signal }) => apiClient.listToolServices({}, { signal }),
  });
  // Shown before the address has changed.
  const [added, setAdded] = useState<string>();
  const shownId = serviceId ?? added;
  async function changed(id?: string) {
    await refetch();
    setAdded(id);
    router.refresh();
    onDone(id);
  }
  if (shownId === undefined) return <AddService onAdded={changed} />;
  const loadProblem = <LoadProblem error={error} isStale={data !== undefined} onRetry={() => void refetch()} />;
  if (error && !data) return <div className="p-4">{loadProblem}</div>;
  const service = data?.items.find(({ id }) => id === shownId);
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
        onSaved={({ id }) => changed(id)}
        onDelete={async () => {
          await apiClient.deleteToolService({ params: { id: service.id } });
          await changed();
        }}
      />
    </article>
  );
}
