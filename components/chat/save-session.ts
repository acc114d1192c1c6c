import { apiClient } from '#components/data/api-client.ts';

/** Saves a session as Markdown. A link could not carry the credential of a hosted page. @throws {ApiError} */
export async function saveSession(sessionKey: string): Promise<void> {
  const file = await apiClient.exportSession({ params: { id: sessionKey }, query: { format: 'markdown' } });
  const url = URL.createObjectURL(await file.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `${sessionKey}.md`;
  link.click();
  URL.revokeObjectURL(url);
}
