import { parentPort, workerData } from 'node:worker_threads';
import { upgrade } from '@scalar/openapi-upgrader';
import { parse } from 'yaml';
import { isRecord } from '#lib/json/set-at-path.ts';
import { OpenApiError, type ReadService, readOperations } from '#lib/openapi/read-operations.ts';
import { httpMethods } from '#lib/tools/http-methods.ts';
import type { ReadAnswer } from './read-openapi.ts';

/** References of a YAML document that are followed: each may repeat a large part of it. */
const MAX_ALIASES = 100;

function read(text: string): ReadAnswer {
  try {
    const document = parseText(text);
    if (!isRecord(document) || (typeof document.openapi !== 'string' && typeof document.swagger !== 'string'))
      return { problem: 'The document has neither `openapi` nor `swagger`, so it is no OpenAPI document' };
    return { service: readEach(document) };
  } catch (error) {
    const message = (error as Error).message.split('\n', 1)[0] ?? '';
    return { problem: error instanceof OpenApiError ? message : `The document cannot be read: ${message.slice(0, 300)}` };
  }
}

/** The upgrade of older documents fails as a whole for one odd operation: then it is found, skipped and named. */
function readEach(document: Record<string, unknown>): ReadService {
  try {
    return readOperations(upgrade(structuredClone(document), '3.1'));
  } catch (error) {
    if (error instanceof OpenApiError || !isRecord(document.paths)) throw error;
    const { definitions: _, components: __, ...shared } = document;
    const skipped: { method: string; path: string; reason: string }[] = [];
    const paths = Object.entries(document.paths).map(([path, item]) => {
      if (!isRecord(item)) return [path, item] as const;
      const kept = Object.entries(item).filter(([method, operation]) => {
        if (!httpMethods.some((one) => one.toLowerCase() === method)) return true;
        const problem = upgradeProblem({ ...shared, paths: { [path]: { [method]: operation } } });
        if (problem !== undefined) skipped.push({ method: method.toUpperCase(), path, reason: `it cannot be read: ${problem}` });
        return problem === undefined;
      });
      return [path, Object.fromEntries(kept)] as const;
    });
    // It is something else.
    if (skipped.length === 0) throw error;
    const service = readOperations(upgrade({ ...document, paths: Object.fromEntries(paths) }, '3.1'));
    return { ...service, skipped: [...skipped, ...service.skipped] };
  }
}

/** The upgrade changes what it gets. */
function upgradeProblem(document: Record<string, unknown>): string | undefined {
  try {
    upgrade(structuredClone(document), '3.1');
    return undefined;
  } catch (error) {
    return (error as Error).message.slice(0, 200);
  }
}

function parseText(written: string): unknown {
  const text = written.replace(/^\ufeff/, '');
  try {
    return JSON.parse(text);
  } catch (error) {
    if (/^\s*[{[]/.test(text)) throw error;
    return parse(text, { maxAliasCount: MAX_ALIASES });
  }
}

parentPort?.postMessage(read(String(workerData)));
