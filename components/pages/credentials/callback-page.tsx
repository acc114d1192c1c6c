'use client';
import { apiClient } from '#components/data/api-client.ts';
import { type SignInParameters, SignInReturn } from '#components/shell/sign-in-return.tsx';

type CallbackPageProps = { parameters: SignInParameters };

/** After a sign-in for a credential. */
export function CallbackPage({ parameters }: CallbackPageProps) {
  return (
    <SignInReturn
      texts="credentials"
      path="/credentials/callback"
      backHref="/credentials"
      parameters={parameters}
      exchange={exchange}
    />
  );
}

async function exchange({ code, state }: { readonly code: string; readonly state: string }) {
  const { name } = await apiClient.completeAuthorization({ body: { code, state } });
  return { name, href: '/credentials' };
}
