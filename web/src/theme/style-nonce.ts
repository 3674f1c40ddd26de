/** Stands in HTML that is rendered ahead of time; the server writes each request's own nonce in its place. */
const NONCE_PLACEHOLDER = '__NONCE__'

/** The nonce that the page's content security policy asks of every style made at run time. */
export const styleNonce = (): string => {
  if (typeof document === 'undefined') return NONCE_PLACEHOLDER
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** The scroll lock of dialogs asks for the nonce under webpack's name, with every bundler. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
