import { signIn } from '#lib/api/sign-in.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { writeSignInCookie } from '../../../auth/sign-in-cookie.ts';
import { SIGN_IN_LIFE_MS } from '../../../auth/sign-ins.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { guardOrigin } from '../../protocol/local-guard.ts';

export const signInHandler = defineHandler(signIn, async ({ deps, workspaceKey, origin, host }) => {
  const { signIns, clock, log, publicOrigin } = deps;
  // The browser would be signed in after the key is revoked.
  if (workspaceKey) throw new AppError('permission-denied', 'A browser signs in with the token of the server, not with a key.');
  if (!signIns) return { status: 200, body: { expiresAt: null } };
  // Behind a proxy of another name every request of the page would be refused afterwards.
  guardOrigin({ method: 'POST', host, origin }, deps.guard);
  const secret = await signIns.add();
  log.info('a browser signed in');
  return {
    status: 200,
    headers: { 'set-cookie': writeSignInCookie(secret, { origin: origin ?? publicOrigin, lifeMs: SIGN_IN_LIFE_MS }) },
    body: { expiresAt: new Date(clock.now() + SIGN_IN_LIFE_MS).toISOString() },
  };
});
