'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { type BuildRequest, leaveBuildRequest } from '#components/editor/document/build-request.ts';
import type { StartData } from '#components/pages/start/start-data.ts';
import { makeEmptyWorkflow, withName } from '#components/pages/templates/make-workflow.ts';
import type { Making } from '#components/pages/templates/use-making.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';

/** The simplest template, for requests that have no near one. */
const FALLBACK_ID = 'hello';

export type Ask = { readonly message: string; readonly model: string | undefined };

/** Makes an empty workflow, named after the sentence, and has the editor build it. */
export function useBuild({ templates, isDemo }: Pick<StartData, 'templates' | 'isDemo'>, making: Making) {
  const t = useTranslations('home');
  return ({ message, model }: Ask) =>
    making.make(async () => {
      const { nameOfPrompt } = await import('#lib/templates/name-of-prompt.ts');
      const name = nameOfPrompt(message) || t('untitled');
      const { id } = await apiClient.createWorkflow({ body: withName(makeEmptyWorkflow(name), name) });
      const template = isDemo ? await nearestTemplate(message, templates) : undefined;
      const request: BuildRequest = { message, ...(model !== undefined && { model }), ...(template && { template }) };
      leaveBuildRequest(id, request);
      return id;
    });
}

/** Loaded with the first use: its dictionaries are larger than the page. */
async function nearestTemplate(message: string, templates: StartData['templates']): Promise<BuildRequest['template']> {
  const { findTemplates } = await import('#lib/templates/find-template.ts');
  const definitions: Readonly<Record<string, { title: string; summary: string } | undefined>> = {
    ...nodeRegistry,
    ...triggerRegistry,
  };
  const findable = templates.map(({ id, name, description, types }) => ({
    id,
    name,
    description,
    parts: types.map((type) => ({ type, title: definitions[type]?.title ?? type, summary: definitions[type]?.summary ?? '' })),
  }));
  return findTemplates(message, findable)[0] ?? { id: FALLBACK_ID, words: [] };
}
