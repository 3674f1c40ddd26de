/** Parses JSON; undefined when the text is not JSON. */
export const parseJson = (text: string | Buffer): unknown => {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
