import type { Parameter } from '#app/one-parameter.ts';
import { pageTitle } from '#app/page-title.ts';
import { readSignIn } from '#app/read-sign-in.ts';
import { McpCallback } from '#components/pages/mcp/mcp-callback.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('mcp');

type PageProps = { searchParams: Promise<Readonly<Record<string, Parameter>>> };

export default async function Page({ searchParams }: PageProps) {
  return <McpCallback parameters={await readSignIn(searchParams)} />;
}
