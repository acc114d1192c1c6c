export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Whether a request of this method only reads. */
export function isReadingMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Whether a request of this method, made twice, leaves what one leaves. @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2 */
export function isRepeatableMethod(method: string): boolean {
  return isReadingMethod(method) || method === 'PUT' || method === 'DELETE';
}

/** Headers by which many servers take a request for one of another method. */
const OVERRIDING_HEADERS = ['x-http-method', 'x-http-method-override', 'x-method-override'];

/** Whether a request says that it is to be taken for one of another method, so that its own says nothing. */
export function overridesMethod({ headers = {} }: { headers?: Readonly<Record<string, unknown>> | undefined }): boolean {
  return Object.keys(headers).some((name) => OVERRIDING_HEADERS.includes(name.toLowerCase()));
}
