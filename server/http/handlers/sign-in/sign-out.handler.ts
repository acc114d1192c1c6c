import { signOut } from '#lib/api/sign-in.contract.ts';
import { writeSignInCookie } from '../../../auth/sign-in-cookie.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const signOutHandler = defineHandler(signOut, async ({ body, deps: { signIns, publicOrigin }, signIn, origin }) => {
  if (body.everywhere) await signIns?.removeAll();
  else if (signIn !== undefined) await signIns?.remove(signIn);
  const cookie = writeSignInCookie('', { origin: origin ?? publicOrigin, lifeMs: 0 });
  return { status: 204, headers: { 'set-cookie': cookie } };
});
