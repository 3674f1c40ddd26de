export const LOGO_PATH = '/pay/logo/:merchantId/:name'

/** The address names the content, so it can be cached forever and for all orders of the merchant. */
export const logoAddress = (merchantId: string, hash: string): string =>
  `/pay/logo/${merchantId}/${hash}.webp`
