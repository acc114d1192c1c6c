/** Path of the page where people sign in, if the server has a token. */
export const SIGN_IN_PAGE = '/sign-in';
/** Set by the server on requests of the sign-in page, never by a client. */
export const SIGN_IN_VIEW_HEADER = 'x-threadloom-sign-in-view';
