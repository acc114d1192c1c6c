import { z } from 'zod';

/** Schemas that have a name of their own in the OpenAPI document: `schema.register(components, { id: 'Run' })`. */
export const components = z.registry<{ id: string }>();
