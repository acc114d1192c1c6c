import type { Notification } from '#lib/api/socket-messages.ts';
import type { Language } from '#lib/i18n/language.ts';
import { notificationText } from '#lib/i18n/notification-text.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import { wordCall } from '#lib/i18n/word-call.ts';
import { wordError } from '#lib/i18n/word-error.ts';
import type { Notice } from '../../db/stores/notice-store.ts';

const MAX_MESSAGE_CHARS = 300;

/** A notice as a notification in the language of a socket. */
export function wordNotice(notice: Notice, language: Language): Notification {
  const { kind, id, at, runId, workflowId, workflowName, sessionKey, status, detail, artifactId } = notice;
  const key = kind === 'approval-requested' ? 'approval' : status === 'failed' || status === 'cancelled' ? status : 'succeeded';
  const reason = kind === 'approval-requested' ? wordCall(detail ?? '', language) : errorIn(detail, language);
  const message = [visibleText(workflowName), reason].filter((part) => part !== '').join(': ');
  return {
    id,
    kind,
    at: at.toISOString(),
    title: notificationText(language, key),
    message: message.slice(0, MAX_MESSAGE_CHARS).toWellFormed(),
    runId,
    workflowId,
    sessionId: sessionKey,
    status,
    ...(artifactId !== null && { artifactId }),
  };
}

/** The message of a run's error, empty without one. */
function errorIn(detail: string | null, language: Language): string {
  const error: unknown = detail === null ? null : JSON.parse(detail);
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : '';
  return typeof message === 'string' ? wordError(message, language) : '';
}
