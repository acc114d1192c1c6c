import { monotonicFactory } from 'ulid';
import type { NewId } from '#lib/ports/runtime.ts';

const nextUlid = monotonicFactory();

/** `run_01J…`: ids of one process sort in the order they were made, those of several by time. */
export const newId: NewId = (prefix) => `${prefix}_${nextUlid()}`;
