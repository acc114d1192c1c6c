'use client';
import { apiClient } from '#components/data/api-client.ts';
import { type SignInParameters, SignInReturn } from '#components/shell/sign-in-return.tsx';

type McpCallbackProps = { parameters: SignInParameters };
type Answer = { readonly code: string; readonly state: string; readonly iss: string | undefined };

/** After a sign-in for an MCP server. */
export function McpCallback({ parameters }: McpCallbackProps) {
  return <SignInReturn texts="mcp" path="/mcp/callback" backHref="/mcp" parameters={parameters} exchange={exchange} />;
}

async function exchange({ code, state, iss }: Answer) {
  const { id, displayName } = await apiClient.finishMcpSignIn({ body: { code, state, ...(iss !== undefined && { iss }) } });
  return { name: displayName, href: `/mcp?server=${encodeURIComponent(id)}` };
}
