import type { Parameter } from '#app/one-parameter.ts';
import { pageTitle } from '#app/page-title.ts';
import { readSignIn } from '#app/read-sign-in.ts';
import { CallbackPage } from '#components/pages/credentials/callback-page.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('credentials');

type PageProps = { searchParams: Promise<Readonly<Record<string, Parameter>>> };

export default async function Page({ searchParams }: PageProps) {
  return <CallbackPage parameters={await readSignIn(searchParams)} />;
}
