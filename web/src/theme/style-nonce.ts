/** A placeholder in prerendered HTML; the server replaces it with the nonce of each response. */
const NONCE_PLACEHOLDER = '__NONCE__'

/** The nonce that the content security policy requires for styles created at run time. */
export const styleNonce = (): string => {
  if (typeof document === 'undefined') return NONCE_PLACEHOLDER
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** The scroll lock of dialogs reads webpack's nonce variable with every bundler. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
