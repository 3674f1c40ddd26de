/** Returns the host of a webhook URL, the only part that operators see: path and query may contain a secret. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')
