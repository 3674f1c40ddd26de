/** A field of an e-mail's header, its name in lower case and its lines joined. */
export interface HeaderField {
  readonly name: string
  readonly value: string
}

const HEADER_BYTES_MAX = 64 * 1024
const FIELDS_MAX = 300

/** The header fields of an e-mail in their order; undefined where it has none or too many. */
export const headerFieldsOf = (raw: Uint8Array): readonly HeaderField[] | undefined => {
  const text = Buffer.from(raw.subarray(0, HEADER_BYTES_MAX)).toString('latin1').replaceAll('\r\n', '\n')
  const end = text.indexOf('\n\n')
  if (end < 0) return undefined
  const fields: { name: string; value: string }[] = []
  for (const line of text.slice(0, end).split('\n')) {
    const last = fields.at(-1)
    if (/^[ \t]/.test(line)) {
      if (last === undefined) return undefined
      last.value += ` ${line.trim()}`
      continue
    }
    const colon = line.indexOf(':')
    if (colon <= 0 || fields.length >= FIELDS_MAX) return undefined
    fields.push({ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() })
  }
  return fields
}

export const valuesOf = (fields: readonly HeaderField[], name: string): readonly string[] =>
  fields.filter((field) => field.name === name).map(({ value }) => value)

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
