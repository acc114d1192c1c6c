import { signIn } from '#lib/api/sign-in.contract.ts';
import { writeSignInCookie } from '../../../auth/sign-in-cookie.ts';
import { SIGN_IN_LIFE_MS } from '../../../auth/sign-ins.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const signInHandler = defineHandler(signIn, async ({ deps: { signIns, clock, log, publicOrigin }, origin }) => {
  if (!signIns) return { status: 200, body: { expiresAt: null } };
  const secret = await signIns.add();
  log.info('a browser signed in');
  return {
    status: 200,
    headers: { 'set-cookie': writeSignInCookie(secret, { origin: origin ?? publicOrigin, lifeMs: SIGN_IN_LIFE_MS }) },
    body: { expiresAt: new Date(clock.now() + SIGN_IN_LIFE_MS).toISOString() },
  };
});
