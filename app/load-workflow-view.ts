import type { Metadata } from 'next';
import { createTranslator } from 'use-intl/core';
import { askApi, unlessMissing } from '#app/ask-api.ts';
import { readSettings } from '#app/read-settings.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import { messagesFor } from '#lib/i18n/messages.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** `found` is missing when there is no such workflow; `unreadable` says why this build cannot read its document. */
type WorkflowView<Data> = { readonly found?: Data | undefined; readonly unreadable?: string };

/** The data of a page about a saved workflow. Undefined when the API cannot be reached. */
export function loadWorkflowView<Data>(load: (client: Client) => Promise<Data>): Promise<WorkflowView<Data> | undefined> {
  return askApi(async (client): Promise<WorkflowView<Data>> => {
    try {
      return { found: await unlessMissing(load(client)) };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'workflow-invalid') return { unreadable: error.message };
      if (error instanceof ApiError && error.code === 'body-invalid') return {};
      throw error;
    }
  });
}

/** The title of such a page, as browsers show it. @param name of the workflow; undefined when there is none */
export async function workflowViewTitle(view: 'graph' | 'versions', name: string | undefined): Promise<Metadata> {
  if (name === undefined) return {};
  const { language } = await readSettings();
  const t = createTranslator({ locale: language, messages: messagesFor(language), namespace: view });
  return { title: t('pageTitle', { name: visibleText(name) }) };
}
