/** A line of RFC 4180, its CRLF included. Every field is in quotes, so that no reader takes another sign for the separator. */
export const csvLine = (fields: readonly string[]): string =>
  `${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')}\r\n`
