import { randomBytes } from 'node:crypto';
import { setTriggerSecret } from '#lib/api/triggers.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { workflowTriggerSchema } from '#lib/workflow/workflow.ts';
import { STANDARD_PREFIX } from '../../../secrets/standard-webhooks.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadTrigger, toTriggerResource } from '../../resources/trigger-resource.ts';

const SECRET_BYTES = 32;

export const setTriggerSecretHandler = defineHandler(setTriggerSecret, async ({ params, body, repos, deps }) => {
  const stored = await loadTrigger(repos, params);
  if (!toTriggerResource(stored).needsSecret)
    throw new AppError('not-found', `The trigger ${params.triggerId} checks requests with no secret.`);
  const { auth } = workflowTriggerSchema.parse(JSON.parse(stored.trigger)).config;
  if (auth === 'basic' && body.secret !== undefined && !body.secret.includes(':'))
    throw new AppError('body-invalid', 'The secret of basic authentication is a name and a password, as in ada:secret.', {
      details: { problems: [{ path: 'secret', message: 'Write a name and a password, as in ada:secret' }] },
    });
  const secret = body.secret ?? newSecret(auth);
  await repos.triggers.setSecret(params, deps.triggers.hooks.sealSecret(params, secret));
  deps.triggers.hooks.invalidate();
  return { status: 200, body: { secret: body.secret === undefined ? secret : null } };
});

/** In the form that the senders of each kind take. */
function newSecret(auth: unknown): string {
  const bytes = randomBytes(SECRET_BYTES);
  if (auth === 'standard') return `${STANDARD_PREFIX}${bytes.toString('base64')}`;
  return auth === 'basic' ? `threadloom:${bytes.toString('base64url')}` : bytes.toString('base64url');
}
