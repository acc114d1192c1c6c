// Standard Webhooks, `webhooks.mjs standardwebhooks` or `svix`: verifies what the server sent, and signs what it gets.
import { deliveries, hooks, report } from './target.mjs';

const load = { standardwebhooks: () => import('standardwebhooks'), svix: () => import('svix') }[process.argv[2]];
const { Webhook } = await load();

/** Why `verify` refuses; null where it does not. */
function attempt(verify) {
  try {
    verify();
    return null;
  } catch ({ message }) {
    return message;
  }
}

const verified = deliveries.map(({ secret, format, headers, body }) => {
  const webhook = new Webhook(secret, { format });
  return [attempt(() => webhook.verify(body, headers)), attempt(() => webhook.verify(`${body} `, headers))];
});

const sent = [];
for (const { url, secret } of hooks) {
  const body = JSON.stringify({ text: '潮汐 🌊' });
  const id = `msg_${crypto.randomUUID()}`;
  const at = new Date();
  const time = String(Math.floor(at / 1000));
  for (const prefix of ['webhook', 'svix'])
    for (const [by, signer] of Object.entries({ own: new Webhook(secret), other: new Webhook(btoa('a key of somebody else')) })) {
      const headers = { [`${prefix}-id`]: id, [`${prefix}-timestamp`]: time, [`${prefix}-signature`]: signer.sign(id, at, body) };
      const { status } = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
      sent.push([prefix, by, status]);
    }
}
report({ verified, sent });
