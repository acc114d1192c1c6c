import { z } from 'zod';

/** Named schemas of the OpenAPI document: `schema.register(components, { id: 'Run' })`. */
export const components = z.registry<{ id: string }>();
