import { Busboy } from '@fastify/busboy'

const FIELD_NAME_BYTES_MAX = 100
const FIELD_BYTES_MAX = 64 * 1024
const PART_HEADERS_MAX = 10

/**
 * The fields of a form in parts (multipart/form-data) that was read as a whole: at most `fieldsMax`, texts only, in the order in
 * which they came. Undefined: it can't be read, holds a file, or is beyond a limit.
 */
export const readParts = (
  contentType: string,
  body: Buffer,
  fieldsMax: number,
  done: (fields: readonly (readonly [string, string])[] | undefined) => void,
): void => {
  const fields: (readonly [string, string])[] = []
  let isBad = false
  let isDone = false
  const end = (): void => {
    if (isDone) return
    isDone = true
    done(isBad ? undefined : fields)
  }
  const spoil = (): void => {
    isBad = true
  }
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: 0,
        fields: fieldsMax,
        // One more than may be: the parser stops at a limit that is only reached.
        parts: fieldsMax + 1,
        fieldNameSize: FIELD_NAME_BYTES_MAX,
        fieldSize: FIELD_BYTES_MAX,
        headerPairs: PART_HEADERS_MAX,
      },
    })
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut) isBad = true
      else fields.push([name, value])
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, spoil)
    parser.on('error', () => {
      isBad = true
      end()
    })
    parser.on('finish', end)
    parser.end(body)
  } catch {
    // A content type without a boundary.
    isBad = true
    end()
  }
}
