import type { z } from 'zod';

/** What JSON can hold. */
export type JsonValue = z.core.util.JSONType;
