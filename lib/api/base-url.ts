import { z } from 'zod';

/**
 * The address of an API that the studio sets. Variables of the environment are not replaced in what it stores, so it
 * must not look as if they were.
 */
export const baseUrlSchema = z
  .url({ protocol: /^https?$/, error: 'Write an address that begins with https:// or http://' })
  .max(2000)
  .refine((url) => !url.includes('${'), 'Variables of the environment are for the config file')
  .refine((url) => {
    const parsed = URL.parse(url);
    return !parsed || (parsed.username === '' && parsed.password === '');
  }, 'Write the key as apiKey, not into the address');
