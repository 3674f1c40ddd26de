/** A header field of an e-mail, with its name in lower case and its lines joined. */
export interface HeaderField {
  readonly name: string
  readonly value: string
}

/** Banks' headers are shorter. */
export const HEADER_BYTES_MAX = 64 * 1024
const FIELDS_MAX = 300

/** Parses the header fields of an e-mail in order; undefined if there are none, too many, or if the header is too long or broken. */
export const headerFieldsOf = (raw: Uint8Array): readonly HeaderField[] | undefined => {
  const text = headerText(raw)
  const end = text.indexOf('\n\n')
  const { fields, isBroken } = readFields(text.slice(0, Math.max(0, end)))
  return end < 0 || isBroken || fields.length > FIELDS_MAX ? undefined : fields
}

/** Parses the fields of a header that may be cut or broken. */
export const leadingFieldsOf = (header: Uint8Array): readonly HeaderField[] =>
  readFields(headerText(header).split('\n\n', 1)[0] ?? '').fields

const headerText = (raw: Uint8Array): string =>
  Buffer.from(raw.subarray(0, HEADER_BYTES_MAX)).toString('latin1').replaceAll('\r\n', '\n')

const readFields = (
  text: string,
): { readonly fields: readonly HeaderField[]; readonly isBroken: boolean } => {
  const fields: { name: string; lines: string[] }[] = []
  let isBroken = false
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (/^[ \t]/.test(line)) {
      if (fields.length === 0) isBroken = true
      fields.at(-1)?.lines.push(line.trim())
    } else if (colon > 0)
      fields.push({
        name: line.slice(0, colon).trim().toLowerCase(),
        lines: [line.slice(colon + 1).trim()],
      })
    else isBroken = true
  }
  return { fields: fields.map(({ name, lines }) => ({ name, value: lines.join(' ') })), isBroken }
}

export const valuesOf = (fields: readonly HeaderField[], name: string): readonly string[] =>
  fields.filter((field) => field.name === name).map(({ value }) => value)

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
