import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { askApi, unlessMissing } from '#app/ask-api.ts';
import { brandStyles } from '#components/chat/look/brand-styles.ts';
import { SharedPage } from '#components/pages/chat/shared-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

type PageProps = { params: Promise<{ slug: string; token: string }> };

const load = cache((slug: string, token: string) =>
  askApi(async (client) => ({ shared: await unlessMissing(client.getSharedChat({ params: { slug, token } })) })),
);

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { slug, token } = await params;
  const loaded = await load(slug, token);
  return { title: loaded?.shared?.title ?? '', robots: { index: false } };
}

export default async function Page({ params }: PageProps) {
  const { slug, token } = await params;
  const loaded = await load(slug, token);
  if (!loaded) return <ApiDown />;
  if (!loaded.shared) notFound();
  return <SharedPage shared={loaded.shared} styles={brandStyles(loaded.shared.look)} />;
}
