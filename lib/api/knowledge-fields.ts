import { z } from 'zod';
import { retrievalModes } from '../ports/knowledge.ts';
import { storableText } from './storable-text.ts';

/** Name of a knowledge base. */
export const name = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,62}$/, 'A name begins with a lowercase letter, and holds lowercase letters, digits, - and _')
  .meta({ description: 'As nodes and the tool `knowledge@name` know it.' });
export const id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w-]+$/, 'An id holds letters, digits, _ and - only');
export const text = (max: number) => storableText(z.string().max(max));
export const when = z.iso.datetime();

export const ofBase = z.object({ name });
export const tag = 'knowledge';
export const root = '/api/v1/knowledge';
export const mode = z
  .enum(retrievalModes)
  .optional()
  .meta({ description: 'Missing: hybrid with an embedding model, else lexical.' });
