import { parentPort, workerData } from 'node:worker_threads';
import { upgrade } from '@scalar/openapi-upgrader';
import { parse } from 'yaml';
import { isRecord } from '#lib/json/set-at-path.ts';
import { OpenApiError, readOperations } from '#lib/openapi/read-operations.ts';
import type { ReadAnswer } from './read-openapi.ts';

/** References of a YAML document that are followed: each may repeat a large part of it. */
const MAX_ALIASES = 100;

function read(text: string): ReadAnswer {
  try {
    const document = parseText(text);
    if (!isRecord(document) || (typeof document.openapi !== 'string' && typeof document.swagger !== 'string'))
      return { problem: 'The document has neither `openapi` nor `swagger`, so it is no OpenAPI document' };
    return { service: readOperations(upgrade(document as Record<string, unknown>, '3.1')) };
  } catch (error) {
    const message = (error as Error).message.split('\n', 1)[0] ?? '';
    return { problem: error instanceof OpenApiError ? message : `The document cannot be read: ${message.slice(0, 300)}` };
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (/^\s*[{[]/.test(text)) throw error;
    return parse(text, { maxAliasCount: MAX_ALIASES });
  }
}

parentPort?.postMessage(read(String(workerData)));
