'use client';
import { type Loaded, useVersion } from '#components/data/use-version.ts';
import type { VersionsData } from '#components/pages/versions/load-versions.ts';
import type { VersionChoice } from '#components/pages/versions/version-choice.ts';

/** The document of a choice; empty while it loads. */
export function useVersionDocument({ workflowId, draft }: VersionsData, choice: VersionChoice | undefined): Loaded {
  const version = useVersion(workflowId, choice === 'draft' ? undefined : choice);
  return choice === 'draft' ? { document: draft.document } : version;
}
