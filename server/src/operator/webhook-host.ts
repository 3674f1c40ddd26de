/** Of a merchant's webhook URL only this is for others: path and query may carry a secret. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')
