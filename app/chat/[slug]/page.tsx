import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { askApi, unlessMissing } from '#app/ask-api.ts';
import { brandStyles } from '#components/chat/look/brand-styles.ts';
import { ChatPage } from '#components/pages/chat/chat-page.tsx';
import { EarlyConversation } from '#components/pages/chat/early/early-conversation.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';
import { HOSTED_QUERY } from '#lib/api/hosted-page.ts';

export const dynamic = 'force-dynamic';

type PageProps = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const load = cache((slug: string) =>
  askApi(async (client) => ({ page: await unlessMissing(client.openChatPage({ params: { slug } })) })),
);

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const loaded = await load((await params).slug);
  return { title: loaded?.page?.title ?? '', robots: { index: false } };
}

export default async function Page({ params, searchParams }: PageProps) {
  const [{ slug }, query] = await Promise.all([params, searchParams]);
  const loaded = await load(slug);
  if (!loaded) return <ApiDown />;
  if (!loaded.page) notFound();
  const { page } = loaded;
  const isFramed = query[HOSTED_QUERY.frame] === '1';
  const isNamed = query[HOSTED_QUERY.chat] !== undefined;
  const policy = (await headers()).get('content-security-policy');
  return (
    <>
      {isNamed || isFramed ? <EarlyConversation slug={slug} isFramed={isFramed} policy={policy} /> : null}
      <ChatPage page={page} styles={brandStyles(page.look)} isFramed={isFramed} isNamed={isNamed} />
    </>
  );
}
