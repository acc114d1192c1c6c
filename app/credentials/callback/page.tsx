import { pageTitle } from '#app/page-title.ts';
import { CallbackPage } from '#components/pages/credentials/callback-page.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('credentials');

type Parameter = string | string[] | undefined;
type PageProps = { searchParams: Promise<Readonly<Record<string, Parameter>>> };

export default async function Page({ searchParams }: PageProps) {
  const { code, state, error, error_description } = await searchParams;
  return <CallbackPage code={one(code)} state={one(state)} error={one(error_description) ?? one(error)} />;
}

function one(value: Parameter): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
