import { pageTitle } from '#app/page-title.ts';
import { McpCallback } from '#components/pages/mcp/mcp-callback.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('mcp');

type Parameter = string | string[] | undefined;
type PageProps = { searchParams: Promise<Readonly<Record<string, Parameter>>> };

export default async function Page({ searchParams }: PageProps) {
  const { code, state, iss, error, error_description } = await searchParams;
  return <McpCallback code={one(code)} state={one(state)} iss={one(iss)} error={one(error_description) ?? one(error)} />;
}

function one(value: Parameter): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
