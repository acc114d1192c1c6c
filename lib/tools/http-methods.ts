export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Whether a request of this method only reads. */
export function isReadingMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Whether a request of this method, made twice, leaves what one leaves. @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2 */
export function isRepeatableMethod(method: string): boolean {
  return isReadingMethod(method) || method === 'PUT' || method === 'DELETE';
}
