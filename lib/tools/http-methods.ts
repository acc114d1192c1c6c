export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Whether requests of this method only read. */
export function isReadingMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Whether repeating a request of this method has no further effect. @see
 * https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2
 */
export function isRepeatableMethod(method: string): boolean {
  return isReadingMethod(method) || method === 'PUT' || method === 'DELETE';
}

/** Headers with which many servers override the method of a request. */
const OVERRIDING_HEADERS = ['x-http-method', 'x-http-method-override', 'x-method-override'];

/** Whether a request overrides its method by a header, so that the method itself is not meaningful. */
export function overridesMethod({ headers = {} }: { headers?: Readonly<Record<string, unknown>> | undefined }): boolean {
  return Object.keys(headers).some((name) => OVERRIDING_HEADERS.includes(name.toLowerCase()));
}

/** How the body of a request is sent. */
export const httpBodyTypes = ['json', 'text', 'form', 'multipart', 'file'] as const;
export type HttpBodyType = (typeof httpBodyTypes)[number];

/** What the body of an answer becomes. */
export const httpAnswers = ['auto', 'json', 'text', 'file'] as const;
export type HttpAnswer = (typeof httpAnswers)[number];
