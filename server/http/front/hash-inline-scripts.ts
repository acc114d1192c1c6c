import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * Sources for `script-src` that allow the inline scripts of a page written at build time, which no
 * nonce can reach. Empty where there is no such file.
 */
export async function hashInlineScripts(htmlPath: string): Promise<string[]> {
  const html = await readFile(htmlPath, 'utf8').catch(() => '');
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)];
  return inline.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
