/** Fields that say what a program asked for; everything else may be a secret or somebody's own, and is left out. */
const SHOWN = new Set([
  'client_txn_id',
  'txn_id',
  'order_id',
  'amount',
  'p_info',
  'expires_in',
  'txn_date',
  'txnAmount',
  'txnNote',
])
/** Shown without what stands behind the path: there tokens travel. */
const ADDRESSES = new Set(['redirect_url', 'callback_url', 'cancel_url'])

const FIELDS_MAX = 30
const NAME_CHARS_MAX = 64
const VALUE_CHARS_MAX = 100
const LEFT_OUT = '[left out]'

const shortened = (text: string): string =>
  text.length > VALUE_CHARS_MAX ? `${text.slice(0, VALUE_CHARS_MAX)}...` : text

const shownValue = (name: string, value: unknown): unknown => {
  if (value === '' || value === null || typeof value === 'boolean') return value
  if (typeof value !== 'string' && typeof value !== 'number')
    return `[${Array.isArray(value) ? 'list' : typeof value}]`
  if (ADDRESSES.has(name)) return shortened(String(value).replace(/[?#].*$/s, ''))
  if (!SHOWN.has(name)) return LEFT_OUT
  return typeof value === 'string' ? shortened(value) : value
}

/** A body as the request log keeps it: which fields there were, and of those the ones that are nobody's secret. */
export const redactedBody = (body: unknown): string | null => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const entries = Object.entries(body).slice(0, FIELDS_MAX)
  if (entries.length === 0) return null
  const shown = entries.map(([name, value]) => [name.slice(0, NAME_CHARS_MAX), shownValue(name, value)])
  return JSON.stringify(Object.fromEntries(shown)).toWellFormed().replaceAll('\\u0000', '')
}
