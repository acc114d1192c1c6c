import { oneParameter, type Parameter } from '#app/one-parameter.ts';
import type { SignInParameters } from '#components/shell/sign-in-return.tsx';

/** What an authorization server added to the address of a page. */
export async function readSignIn(searchParams: Promise<Readonly<Record<string, Parameter>>>): Promise<SignInParameters> {
  const { code, state, iss, error, error_description } = await searchParams;
  return {
    code: oneParameter(code),
    state: oneParameter(state),
    iss: oneParameter(iss),
    error: oneParameter(error_description) ?? oneParameter(error),
  };
}
