import { expect, test } from 'vitest';
import { standardSignatures } from './standard-webhooks.ts';

/** The example of the specification. */
const message = { id: 'msg_loFOjxBNrRLzqYUf', time: '1731705121', body: '{"event_type":"ping","data":{"success":true}}' };
const SIGNATURE = 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=';

test.each(['whsec_plJ3nmyCDGBKInavdOK15jsl', 'plJ3nmyCDGBKInavdOK15jsl'])(
  'a message is signed with the key in %s and with that text itself, once each',
  (secret) => {
    const signatures = standardSignatures(message, secret);
    expect(signatures[0]).toBe(SIGNATURE);
    expect(signatures).toHaveLength(secret.startsWith('whsec_') ? 3 : 2);
    expect(new Set(signatures).size).toBe(signatures.length);
  },
);

test.each(['a secret of words', 'short'])('the secret %j is a key only as it is', (secret) => {
  expect(standardSignatures(message, secret)).toHaveLength(1);
});
