import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What goes wrong, instead of the call; `cut` ends the connection in the middle of the answer. After `slow` the call is answered as always;
 * with `unanswered` it has its effect, and the connection ends instead of the answer.
 */
export type S3Fault = 'busy' | 'failing' | 'refused' | 'cut' | 'dropped' | 'redirect' | 'slow' | 'unanswered'

export interface FakeS3 {
  /** The value of FILES_URL that leads here. */
  readonly filesUrl: string
  readonly port: number
  readonly objects: Map<string, Buffer>
  /** The parts of uploads that are neither completed nor given up, by the id of the upload. */
  readonly uploads: Map<string, Map<number, Buffer>>
  /** Method and path of all that was asked with a good signature. */
  readonly calls: string[]
  /** Breaks so many calls, after some good ones. */
  breaks(fault: S3Fault, times: number, after?: number): void
  close(): Promise<void>
}

const KEY = 'AKIATESTKEY'
/** With what has to be encoded in a URL. */
const SECRET = 'se/cr+et@of:the store'
const REGION = 'ap-south-1'
const BUCKET = 'galla-files'
const PAGE = 3
const SLOW_MS = 1_000

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signature Version 4, as Amazon's documentation of it goes: canonical request, string to sign, derived key. */
const signatureOf = (
  request: IncomingMessage,
  url: URL,
  signed: readonly string[],
  scope: string,
): string => {
  const header = (name: string): string => String(request.headers[name] ?? '').trim()
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const headers = signed.map((name) => `${name}:${header(name)}\n`).join('')
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers,
    signed.join(';'),
    header('x-amz-content-sha256'),
  ]
  const toSign = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, sha256(canonical.join('\n'))].join('\n')
  const [day = '', region = '', service = '', end = ''] = scope.split('/')
  return hmac(hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day), region), service), end), toSign).toString('hex')
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

const isSigned = (request: IncomingMessage, url: URL): boolean => {
  const [, key, scope = '', names = '', signature] =
    AUTHORIZATION.exec(request.headers.authorization ?? '') ?? []
  const signed = names.split(';')
  const date = String(request.headers['x-amz-date'] ?? '')
  const scopeIsRight = scope === `${date.slice(0, 8)}/${REGION}/s3/aws4_request`
  const namesAreRight = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))
  return (
    key === KEY && scopeIsRight && namesAreRight && signatureOf(request, url, signed, scope) === signature
  )
}

const xml = (response: ServerResponse, status: number, body: string): void => {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`)
}
const failed = (response: ServerResponse, status: number, code: string): void =>
  xml(response, status, `<Error><Code>${code}</Code><Message>${code} of ${SECRET}</Message></Error>`)

const answerRange = (request: IncomingMessage, response: ServerResponse, found: Buffer): void => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined) {
    response.writeHead(200, { 'content-length': found.length, etag: '"x"' }).end(found)
    return
  }
  if (Number(from) >= found.length) {
    failed(response, 416, 'InvalidRange')
    return
  }
  const part = found.subarray(Number(from), Number(to) + 1)
  response.writeHead(206, { 'content-length': part.length, etag: '"x"' }).end(part)
}

const MULTIPART_BYTES_MIN = 5 * 1024 * 1024

/** Uploads in parts; returns false for every other call. */
const createUploads =
  (objects: FakeS3['objects'], uploads: FakeS3['uploads']) =>
  (request: IncomingMessage, response: ServerResponse, url: URL, key: string, body: Buffer): boolean => {
    const uploadId = url.searchParams.get('uploadId')
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload-${uploads.size + 1}-${key.length}`
      uploads.set(id, new Map())
      const reply = `<UploadId>${id}</UploadId>`
      xml(response, 200, `<InitiateMultipartUploadResult>${reply}</InitiateMultipartUploadResult>`)
      return true
    }
    if (uploadId === null) return false
    const parts = uploads.get(uploadId)
    if (parts === undefined) failed(response, 404, 'NoSuchUpload')
    else if (request.method === 'PUT') {
      const number = Number(url.searchParams.get('partNumber'))
      parts.set(number, body)
      response.writeHead(200, { etag: `"part-${number}"` }).end()
    } else if (request.method === 'DELETE') {
      uploads.delete(uploadId)
      response.writeHead(204).end()
    } else completeUpload(objects, uploads, { uploadId, key, parts }, response)
    return true
  }

const completeUpload = (
  objects: FakeS3['objects'],
  uploads: FakeS3['uploads'],
  { uploadId, key, parts }: { uploadId: string; key: string; parts: Map<number, Buffer> },
  response: ServerResponse,
): void => {
  const pieces = [...parts].sort(([one], [other]) => one - other).map(([, piece]) => piece)
  if (pieces.slice(0, -1).some((piece) => piece.length < MULTIPART_BYTES_MIN)) {
    failed(response, 400, 'EntityTooSmall')
    return
  }
  objects.set(key, Buffer.concat(pieces))
  uploads.delete(uploadId)
  xml(
    response,
    200,
    '<CompleteMultipartUploadResult><ETag>&quot;whole&quot;</ETag></CompleteMultipartUploadResult>',
  )
}

/** Starts a bucket of an S3-compatible store: it checks signatures, lists in short pages, and can fail. */
export const startFakeS3 = async (): Promise<FakeS3> => {
  const objects = new Map<string, Buffer>()
  const uploads: FakeS3['uploads'] = new Map()
  const calls: string[] = []
  let fault: S3Fault | undefined
  let faultsLeft = 0
  let goodLeft = 0

  const list = (response: ServerResponse, url: URL): void => {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const asked = Number(url.searchParams.get('max-keys') ?? '1000')
    const rest = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = rest.slice(0, Math.min(PAGE, asked))
    const isMore = rest.length > page.length
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>2026-11-21T00:00:00.000Z</LastModified><ETag>&quot;x&quot;</ETag><Size>${objects.get(key)?.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    )
    const next = isMore ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const head = `<Name>${BUCKET}</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${asked}</MaxKeys><IsTruncated>${isMore}</IsTruncated>`
    xml(response, 200, `<ListBucketResult>${head}${next}${contents.join('')}</ListBucketResult>`)
  }

  const answerUpload = createUploads(objects, uploads)

  const answer = (request: IncomingMessage, response: ServerResponse, url: URL, body: Buffer): void => {
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    if (!isSigned(request, url)) {
      failed(response, 403, 'SignatureDoesNotMatch')
      return
    }
    if (bucket !== BUCKET) {
      failed(response, 404, 'NoSuchBucket')
      return
    }
    calls.push(`${request.method} ${url.pathname}`)
    if (url.searchParams.get('list-type') === '2') {
      list(response, url)
      return
    }
    if (answerUpload(request, response, url, key, body)) return
    if (request.method === 'PUT') {
      objects.set(key, body)
      response.writeHead(200, { etag: '"x"' }).end()
      return
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
      return
    }
    const found = objects.get(key)
    if (found === undefined) failed(response, 404, 'NoSuchKey')
    else answerRange(request, response, found)
  }

  const breakWith = (
    request: IncomingMessage,
    response: ServerResponse,
    kind: Exclude<S3Fault, 'slow' | 'unanswered'>,
  ): void => {
    switch (kind) {
      case 'busy':
        failed(response, 503, 'SlowDown')
        return
      case 'failing':
        failed(response, 500, 'InternalError')
        return
      case 'refused':
        failed(response, 403, 'AccessDenied')
        return
      case 'redirect':
        response.writeHead(307, { location: 'http://127.0.0.1:19/elsewhere' }).end()
        return
      case 'cut':
        response.writeHead(200, { 'content-length': 1000 }).write('half')
        request.socket.destroySoon()
        return
      case 'dropped':
        request.socket.destroy()
    }
  }

  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => void pieces.push(piece))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
      const now = goodLeft === 0 && faultsLeft > 0 ? fault : undefined
      if (now !== undefined) faultsLeft -= 1
      if (goodLeft > 0) goodLeft -= 1
      if (now === 'unanswered') response.end = () => response.destroy()
      if (now === 'slow') setTimeout(() => answer(request, response, url, Buffer.concat(pieces)), SLOW_MS)
      else if (now === 'unanswered') answer(request, response, url, Buffer.concat(pieces))
      else if (now !== undefined) breakWith(request, response, now)
      else answer(request, response, url, Buffer.concat(pieces))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    filesUrl: `s3://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/${BUCKET}/of/galla?region=${REGION}&tls=off`,
    port,
    objects,
    uploads,
    calls,
    breaks(kind, times, after = 0) {
      fault = kind
      faultsLeft = times
      goodLeft = after
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
