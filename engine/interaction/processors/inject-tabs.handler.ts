import { defineProcessorHandler } from '#engine/contract/define-processor-handler.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import injectTabs from '#lib/interaction/processors/inject-tabs.processor.ts';
import { withAddition } from './with-addition.ts';

const HEADING = '[Open tabs]';

/** Each tab on one line, so that no report can look like something else. */
export default defineProcessorHandler(injectTabs, async ({ messages, config: { max, maxChars }, context }) => {
  const tabs = await context.tabs(max);
  const perTab = Math.floor(maxChars / Math.max(tabs.length, 1));
  const lines = tabs.map(({ tabId, at, tab }) => {
    const text = JSON.stringify(tab).replaceAll(/[\s\p{Cc}]+/gu, ' ');
    return `- ${tabId} (${at.slice(0, 16)}): ${text.length > perTab ? `${text.slice(0, perTab).toWellFormed()}…` : text}`;
  });
  const text = lines.length === 0 ? '' : [HEADING, promptText(context.language, 'open-tabs'), ...lines].join('\n');
  return withAddition(messages, text, 'end');
});
