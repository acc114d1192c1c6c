import { z } from 'zod';

/** Comes with a `problem`: the host to allow, so that the next attempt is not refused. */
export const privateHostSchema = z
  .string()
  .nullable()
  .meta({ description: 'Private address that was refused, as `allowHost` takes it. Null for any other problem.' });
