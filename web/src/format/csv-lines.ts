const QUOTE = 0x22
const LINE_END = 0x0a

/** Counts the lines of a CSV file in chunks; a line break inside quotes belongs to its cell. */
export function csvLineCounter(): (bytes: Uint8Array) => number {
  let lines = 0
  let quoted = false
  return (bytes) => {
    for (const byte of bytes)
      if (byte === QUOTE) quoted = !quoted
      else if (byte === LINE_END && !quoted) lines += 1
    return lines
  }
}
