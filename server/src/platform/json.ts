/** What a text says as JSON; undefined where it is none. */
export const parseJson = (text: string | Buffer): unknown => {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
