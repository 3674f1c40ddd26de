/** The nonce that the page's content security policy asks of every style made at run time. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** The scroll lock of dialogs asks for the nonce under webpack's name, whoever bundled it. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
