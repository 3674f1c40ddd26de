/** Fields that are safe to store; every other field may be a secret or personal data, and is left out. */
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
/** URL fields, stored without user name, password, query and fragment, which may carry secrets. */
const ADDRESSES = new Set(['redirect_url', 'callback_url', 'cancel_url'])

const FIELDS_MAX = 30
const NAME_CHARS_MAX = 64
const VALUE_CHARS_MAX = 100
/** The limit of the stored text in UTF-8 bytes; the table has the same limit. */
export const REQUEST_BODY_BYTES_MAX = 4096
const LEFT_OUT = '[left out]'

/** Makes the text storable: no zero bytes and no half characters. */
const beginning = (text: string, charsMax: number): string =>
  text
    .slice(0, charsMax)
    // Half of a character that was cut.
    .replace(/[\ud800-\udbff]$/, text.length > charsMax ? '' : '$&')
    .toWellFormed()
    .replaceAll('\0', '')

const shortened = (text: string): string =>
  text.length > VALUE_CHARS_MAX ? `${beginning(text, VALUE_CHARS_MAX)}...` : beginning(text, VALUE_CHARS_MAX)

/** Returns a URL without query, fragment, user name and password. */
const shownAddress = (address: string): string => {
  const shown = address.trim().replace(/[?#].*/s, '')
  const isPath = /^\/(?![/\\])/.test(shown)
  if (isPath || !address.includes('@')) return shortened(shown)
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return LEFT_OUT
  return shortened(url.username === '' && url.password === '' ? shown : `${url.origin}${url.pathname}`)
}

const shownValue = (name: string, value: unknown): unknown => {
  if (value === '' || value === null || typeof value === 'boolean') return value
  if (typeof value !== 'string' && typeof value !== 'number')
    return `[${Array.isArray(value) ? 'list' : typeof value}]`
  if (ADDRESSES.has(name)) return shownAddress(String(value))
  if (!SHOWN.has(name)) return LEFT_OUT
  return typeof value === 'string' ? shortened(value) : value
}

/**
 * Returns a body as the request log stores it: the names of all fields, and the values of the safe ones, as many as fit. The result is
 * well-formed JSON without zero bytes, at most REQUEST_BODY_BYTES_MAX.
 */
export const redactedBody = (body: unknown): string | null => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const fields: string[] = []
  let bytes = '{}'.length
  for (const [name, value] of Object.entries(body).slice(0, FIELDS_MAX)) {
    const field = `${JSON.stringify(beginning(name, NAME_CHARS_MAX))}:${JSON.stringify(shownValue(name, value))}`
    bytes += Buffer.byteLength(field) + ','.length
    if (bytes > REQUEST_BODY_BYTES_MAX) break
    fields.push(field)
  }
  return fields.length === 0 ? null : `{${fields.join()}}`
}
