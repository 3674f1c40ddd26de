import type { IncomingMessage } from 'node:http'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Chunks } from '../files/files.ts'
import { Refusal } from '../refusal.ts'

export interface UploadLimits {
  readonly files: number
  readonly fileBytes: number
  readonly fields: number
  readonly fieldBytes: number
}

/** The boundary and the headers of a part. */
const PART_BYTES = 4_096

/** Returns the size of the longest form within these limits, for the `bodyLimitBytes` of its route. */
export const formBytesMax = ({ files, fileBytes, fields, fieldBytes }: UploadLimits): number =>
  files * (fileBytes + PART_BYTES) + fields * (fieldBytes + PART_BYTES)

export interface UploadedFile {
  /** The name of the form field. */
  readonly field: string
  /** The file name that the sender chose. Use it in messages only. */
  readonly name: string
  /** Throws a Refusal when the file is too long or the connection ends in the middle. */
  readonly content: Chunks
}

const PART_HEADERS_MAX = 10
const FIELD_NAME_BYTES_MAX = 100
const NAME_CHARACTERS_MAX = 80

/** Calls `routes` with an app that accepts uploads. Other routes still refuse multipart bodies. */
export const withUploads = (app: FastifyInstance, routes: (uploads: FastifyInstance) => void): void => {
  void app.register(async (uploads) => {
    await uploads.register(multipart, { throwFileSizeLimit: false })
    routes(uploads)
  })
}

/**
 * Reads a form part by part as it arrives. `onFile` reads the content of a file before the next part is read. Throws if a field is sent
 * twice, if there are too many parts, or if the body is not a form.
 */
export const receiveUpload = async (
  request: FastifyRequest,
  limits: UploadLimits,
  onFile: (file: UploadedFile) => Promise<void>,
): Promise<ReadonlyMap<string, string>> => {
  if (!request.isMultipart())
    throw new Refusal('unsupported_media_type', { msg: 'Send the form as multipart/form-data' })
  const fields = new Map<string, string>()
  const parts = request.parts({ limits: parserLimits(limits) })
  const next = () =>
    parts.next().catch((error: unknown) => {
      throw parserRefusal(error, limits)
    })
  let file: MultipartFile['file'] | undefined
  try {
    let nextPart = next()
    const tooLong = endAt(request.raw, formBytesMax(limits), () => file?.destroy())
    for (;;) {
      const { value: part, done } = await Promise.race([nextPart, tooLong])
      if (done === true) return fields
      if (part.type === 'file') {
        ;({ file } = part)
        await Promise.race([onFile(fileOf(part, limits)), tooLong])
        file = undefined
      } else if (fields.has(part.fieldname) || typeof part.value !== 'string') throw new Refusal('malformed')
      else if (part.valueTruncated) throw new Refusal('too_large')
      else fields.set(part.fieldname, part.value)
      nextPart = next()
    }
  } catch (error) {
    request.raw.unpipe()
    // Reads and drops the rest of a body with a declared length, because the client may read the reply only after it has sent all. The
    // limit of the route has already checked that length.
    if (request.headers['content-length'] !== undefined) request.raw.resume()
    throw error
  }
}

/** Stops reading after `bytesMax` bytes, and rejects. */
const endAt = (raw: IncomingMessage, bytesMax: number, onEnd: () => void): Promise<never> => {
  const ended = new Promise<never>((_resolve, reject) => {
    let length = 0
    raw.on('data', (piece: Buffer) => {
      length += piece.length
      if (length <= bytesMax) return
      raw.unpipe()
      raw.pause()
      reject(new Refusal('too_large'))
      onEnd()
    })
  })
  // It may reject when no one waits for it any more.
  ended.catch(() => {})
  return ended
}

const parserLimits = (limits: UploadLimits) => ({
  files: limits.files,
  fileSize: limits.fileBytes,
  fields: limits.fields,
  fieldSize: limits.fieldBytes,
  fieldNameSize: FIELD_NAME_BYTES_MAX,
  headerPairs: PART_HEADERS_MAX,
  // One more than allowed, because the parser stops as soon as it reaches the limit. Parts of other kinds count too.
  parts: limits.files + limits.fields + 1,
})

const fileOf = (part: MultipartFile, limits: UploadLimits): UploadedFile => {
  const name = shownName(part.filename)
  return { field: part.fieldname, name, content: wholeContent(part, name, limits) }
}

async function* wholeContent(
  { file }: MultipartFile,
  name: string,
  limits: UploadLimits,
): AsyncGenerator<Uint8Array> {
  // Otherwise the parser would read to the end of the part.
  file.once('limit', () => file.destroy())
  try {
    for await (const piece of file as AsyncIterable<Uint8Array>) yield piece
  } catch (cause) {
    if (!file.truncated) throw new Refusal('malformed', { msg: 'The upload was cut off', cause })
  }
  if (file.truncated)
    throw new Refusal('too_large', { msg: `${name} is larger than ${megabytes(limits.fileBytes)} MB` })
}

const megabytes = (bytes: number): number => Math.floor(bytes / (1024 * 1024))

/** Makes a file name safe for a message: one line of limited length. */
const shownName = (name: string | undefined): string => {
  const shown = (name ?? '')
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}<>"'`]+/gu, ' ')
    .trim()
  return shown === '' ? 'The file' : Array.from(shown).slice(0, NAME_CHARACTERS_MAX).join('')
}

/** Converts an error of the parser. Any error other than a limit means that the form is malformed. */
const parserRefusal = (cause: unknown, limits: UploadLimits): Refusal => {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'FST_FILES_LIMIT')
    return new Refusal('too_large', { msg: `Please send at most ${limits.files} files`, cause })
  const tooMany = code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT'
  return new Refusal(tooMany ? 'too_large' : 'malformed', { cause })
}
