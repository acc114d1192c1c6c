'use client';
import { useState } from 'react';

/** The value, or the last one while there is none: a query with a new key has no data until it succeeds. */
export function useLast<T>(value: T | undefined, first: T): T {
  const [last, setLast] = useState(first);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
