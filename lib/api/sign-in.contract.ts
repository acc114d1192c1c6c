import { z } from 'zod';
import { defineContract } from './define-contract.ts';

export const signIn = defineContract({
  name: 'signIn',
  method: 'POST',
  path: '/api/v1/sign-in',
  tag: 'system',
  summary: 'Sign in a browser',
  description:
    'Sends the administrator’s token as `Authorization: Bearer` and gets a cookie that identifies the browser for 30 days, or 7 days without use. Programs send the token with every request instead.',
  results: {
    200: {
      description: 'The cookie is in `set-cookie`.',
      body: z.object({
        expiresAt: z.iso
          .datetime()
          .nullable()
          .meta({ description: 'When the browser has to sign in again at the latest; null if the server has no token.' }),
      }),
    },
  },
  errors: [],
});

export const signOut = defineContract({
  name: 'signOut',
  method: 'POST',
  path: '/api/v1/sign-out',
  tag: 'system',
  summary: 'Sign out',
  body: z.strictObject({
    everywhere: z.boolean().default(false).meta({ description: 'Also signs out all other browsers.' }),
  }),
  results: { 204: { description: 'Signed out.' } },
  errors: [],
});
