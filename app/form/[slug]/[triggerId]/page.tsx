import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { askApi, unlessMissing } from '#app/ask-api.ts';
import { readSettings } from '#app/read-settings.ts';
import { FormPage } from '#components/pages/form/form-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

type PageProps = { params: Promise<{ slug: string; triggerId: string }> };

const load = cache((slug: string, triggerId: string) =>
  askApi(async (client) => ({ form: await unlessMissing(client.openForm({ params: { slug, triggerId } })) })),
);

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { slug, triggerId } = await params;
  const loaded = await load(slug, triggerId);
  return { title: loaded?.form?.title ?? 'Threadloom', robots: { index: false } };
}

export default async function Page({ params }: PageProps) {
  const [{ slug, triggerId }, { theme }] = await Promise.all([params, readSettings()]);
  const loaded = await load(slug, triggerId);
  if (!loaded) return <ApiDown />;
  if (!loaded.form) notFound();
  return <FormPage form={loaded.form} theme={theme} />;
}
