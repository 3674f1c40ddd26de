import { Busboy } from '@fastify/busboy'
import type { FieldError } from '@galla/contract/endpoint'
import { REFUSALS } from '@galla/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isRecord } from '../json.ts'
import { Refusal } from '../refusal.ts'
import { whyNoJsonObject } from './json-syntax-error.ts'

const FIELD_NAME_BYTES_MAX = 100
const FIELD_BYTES_MAX = 64 * 1024
const PART_HEADERS_MAX = 10

/**
 * The fields of a form in parts (multipart/form-data) that was read as a whole: at most `fieldsMax`, texts only, in the order in
 * which they came. Undefined: it can't be read, holds a file, or is beyond a limit.
 */
const readParts = (
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

/** The kinds of body that an endpoint accepts. */
export interface BodyKind {
  /** Accepts forms. Calls with a session do not, because a form on another site could send them (CSRF). */
  readonly form: boolean
  /** Recognizes JSON and forms by their content, because integrators' clients often send no content type, or a wrong one. */
  readonly lenient: boolean
  /** Accepts `multipart/form-data` too, which PHP's curl sends for an array. Files are refused. */
  readonly parts?: boolean
  /** Does not parse the body; see `rawBodyOf`. */
  readonly raw?: boolean
}

const STRICT: BodyKind = { form: false, lenient: false }
const DEPTH_MAX = 24
const FORM_FIELDS_MAX = 200

/** A valid content type. Clients also send `json`, `application/json charset=utf-8`, or nothing at all. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/

interface Unreadable {
  readonly code: 'malformed' | 'unsupported_media_type'
  /** Called only after the caller was authenticated. */
  readonly why?: () => string
}

const unreadable = new WeakMap<FastifyRequest, Unreadable>()

const rawBodies = new WeakMap<FastifyRequest, Buffer>()

/** Returns the body of an endpoint with `raw` as text, without the characters that PostgreSQL cannot store. */
export const rawBodyOf = (request: FastifyRequest): string => {
  const body = rawBytesOf(request)
  return (decode(body) ?? body.toString('latin1')).replaceAll('\0', '').toWellFormed()
}

/** Returns the unchanged bytes, for example to check their signature. */
export const rawBytesOf = (request: FastifyRequest): Buffer => rawBodies.get(request) ?? Buffer.alloc(0)

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyKind?: BodyKind
  }
}

/**
 * Parses every body that no plugin parses. An invalid body is only remembered, and `assertReadable` refuses it after authentication, so
 * that 401 and 403 come before 400.
 */
export const readBodies = (app: FastifyInstance): void => {
  const parseJson = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const type = headers['content-type']
    // Fastify refuses an invalid content type before the parser runs.
    if (
      type !== undefined &&
      request.routeOptions.config.bodyKind?.lenient === true &&
      !MEDIA_TYPE.test(type)
    )
      headers['content-type'] = 'application/octet-stream'
    done()
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const kind = request.routeOptions.config.bodyKind ?? STRICT
    if (kind.raw === true) {
      rawBodies.set(request, body)
      done(null, {})
      return
    }
    const text = decode(body)
    const format = text === undefined ? 'malformed' : formatOf(request.headers['content-type'], text, kind)
    if (text === undefined || format === 'malformed' || format === 'unsupported_media_type') {
      const code = format === 'unsupported_media_type' ? format : 'malformed'
      unreadable.set(request, text === undefined ? { code, why: () => 'it is not UTF-8' } : { code })
      done(null, {})
      return
    }
    if (format === 'empty') return done(null, {})
    if (format === 'form') return finish(request, fieldsOf(new URLSearchParams(text)), done)
    if (format === 'parts') {
      readParts(request.headers['content-type'] ?? '', body, FORM_FIELDS_MAX, (fields) =>
        finish(request, fields && fieldsOf(fields), done),
      )
      return
    }
    parseJson(request, text, (error, parsed) => {
      jsonTexts.set(request, text)
      finish(request, error === null ? parsed : undefined, done, () => whyNoJsonObject(text))
    })
  })
}

export const assertReadable = (request: FastifyRequest): void => {
  const found = unreadable.get(request)
  if (found === undefined) return
  const { code, why } = found
  throw new Refusal(code, why && { msg: `${REFUSALS[code].msg}: ${why()}` })
}

const finish = (
  request: FastifyRequest,
  parsed: unknown,
  done: (error: null, body: unknown) => void,
  why?: () => string,
): void => {
  // An array or a single value has no fields, and no endpoint accepts one.
  const readable = isRecord(parsed)
  if (!readable) unreadable.set(request, { code: 'malformed', ...(why && { why }) })
  done(null, readable ? parsed : {})
}

const decoder = new TextDecoder('utf-8', { fatal: true })

const decode = (body: Buffer): string | undefined => {
  try {
    return decoder.decode(body)
  } catch {
    return undefined
  }
}

const jsonTexts = new WeakMap<FastifyRequest, string>()

/** A JSON reviver that keeps numbers and booleans as written (https://tc39.es/proposal-json-parse-with-source/). */
const asWritten = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? (context?.source ?? String(value)) : value

/**
 * Returns the body with its numbers and booleans as the text that was sent, and without nulls. Many clients send an order number or a mobile
 * number as a JSON number, and a float would lose digits or a final zero.
 */
export const writtenBody = (request: FastifyRequest): Readonly<Record<string, unknown>> => {
  const body = Object.entries(isRecord(request.body) ? request.body : {})
  const isScalar = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean'
  const written = body.some(([, value]) => isScalar(value)) ? parsedAsWritten(request) : {}
  return Object.fromEntries(
    body.flatMap(([name, value]) =>
      value === null ? [] : [[name, isScalar(value) ? written[name] : value] as const],
    ),
  )
}

const parsedAsWritten = (request: FastifyRequest): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(jsonTexts.get(request) ?? '', asWritten)
  } catch {
    // The reviver recurses, so a deeply nested body overflows the stack.
    throw new Refusal('malformed')
  }
}

type Format = 'json' | 'form' | 'parts' | 'empty' | 'malformed' | 'unsupported_media_type'

const formatOf = (contentType: string | undefined, text: string, kind: BodyKind): Format => {
  if (text.trim() === '') return 'empty'
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const looksLikeJson = /^\s*[{[]/.test(text)
  if (type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)) return 'json'
  if (kind.lenient && looksLikeJson) return 'json'
  if (type === 'application/x-www-form-urlencoded' && kind.form) return 'form'
  if (type === 'multipart/form-data' && kind.parts === true && /^\s*--/.test(text)) return 'parts'
  if (kind.lenient && kind.form && /^[^\s={}]+=/.test(text)) return 'form'
  return 'unsupported_media_type'
}

/** Makes a list of a repeated field, so that the schema of a single value refuses it. Otherwise one of the values would win. */
const fieldsOf = (sent: Iterable<readonly [string, string]>): unknown => {
  const fields = new Map<string, string | string[]>()
  let pairs = 0
  for (const [name, value] of sent) {
    pairs += 1
    if (pairs > FORM_FIELDS_MAX) return undefined
    if (name === '__proto__' || name === 'constructor' || name === 'prototype') continue
    const known = fields.get(name)
    fields.set(name, known === undefined ? value : [...[known].flat(), value])
  }
  return Object.fromEntries(fields)
}

const UNSTORABLE = 'This contains a zero byte or half of a character, which cannot be stored'

/**
 * Finds text that PostgreSQL cannot store (a zero byte, half a surrogate pair) at any depth, so that the request is refused instead of
 * failing in the database. Throws if the nesting is deeper than any valid request.
 */
export const unstorableFields = (value: unknown, path: readonly string[] = []): FieldError[] => {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return []
    return [{ field: path.join('.'), msg: UNSTORABLE }]
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  if (path.length >= DEPTH_MAX) throw new Refusal('malformed')
  return Object.entries(value).flatMap(([name, item]) => {
    const inName = name.includes('\0') || !name.isWellFormed()
    return inName ? [{ field: path.join('.'), msg: UNSTORABLE }] : unstorableFields(item, [...path, name])
  })
}
