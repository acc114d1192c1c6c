'use client';
import { useState } from 'react';
import type { Work } from '#components/ui/use-estimate.ts';
import { useStableCall } from '#components/ui/use-stable-call.ts';
import type { OnSent } from '#lib/api/send-request.ts';

/** How much of the body of a request is sent; undefined before, and as soon as only the server works. */
export function useSentBody(): { readonly work: Work | undefined; readonly onSent: OnSent } {
  const [work, setWork] = useState<Work>();
  const onSent = useStableCall<Parameters<OnSent>, void>((done, total) => setWork(done < total ? { done, total } : undefined));
  return { work, onSent };
}
