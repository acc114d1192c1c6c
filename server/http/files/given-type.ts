/** What programs send for bytes that they know nothing of says nothing: the name decides. */
export function givenType(mediaType: string): string {
  return /^application\/(octet-stream|x-www-form-urlencoded)\b/i.test(mediaType) ? '' : mediaType;
}
