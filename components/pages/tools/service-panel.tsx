'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { AddService } from '#components/pages/tools/add-service.tsx';
import { ServiceForm } from '#components/pages/tools/service-form.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';

/** A service of the workspace with its operations, or a new one. */
export function ServicePanel({ serviceId, onDone }: { serviceId: string | undefined; onDone: (serviceId?: string) => void }) {
  const t = useTranslations('services');
  const router = useRouter();
  const { data, error, refetch } = useQuery({
    queryKey: ['tool-services'],
    queryFn: ({ signal }) => apiClient.listToolServices({}, { signal }),
  });
  async function changed(id?: string) {
    await refetch();
    router.refresh();
    onDone(id);
  }
  if (serviceId === undefined) return <AddService onAdded={(id) => void changed(id)} />;
  if (error) return <Notice title={t('notLoaded')}>{errorMessage(error)}</Notice>;
  const service = data?.items.find(({ id }) => id === serviceId);
  if (!service) return <p className="p-4 text-ink-2">{data ? t('gone') : t('loading')}</p>;
  return (
    <article aria-labelledby="service-title" className="grid content-start gap-4 p-4">
      <h2 id="service-title" className="text-title font-title">
        {service.title} <code className="text-body font-text text-ink-2">{service.id}</code>
      </h2>
      <ServiceForm
        key={service.changedAt}
        stored={service}
        operations={service.operations}
        first={service}
        onSave={async (entry) => {
          await apiClient.updateToolService({ params: { id: service.id }, body: entry });
          await changed(service.id);
        }}
        onDelete={async () => {
          await apiClient.deleteToolService({ params: { id: service.id } });
          await changed();
        }}
      />
    </article>
  );
}
