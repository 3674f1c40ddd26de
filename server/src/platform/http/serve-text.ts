import type { FastifyInstance } from 'fastify'
import { sha256 } from '../crypto/crypto.ts'
import { knowsTag } from './entity-tag.ts'
import { type Packed, pack } from './pack-text.ts'

/** Compressed once and sent many times, so a slow level pays off. */
const BROTLI_QUALITY = 9
const TAG_CHARACTERS = 22

export interface ServedText {
  readonly path: string
  /** With its charset where it needs one. */
  readonly type: string
  /** Called once, at the first request. */
  readonly text: () => string
  /** Programs of other sites may read it too. */
  readonly anyOrigin?: boolean
}

/** Serves a text that does not change while the process runs: compressed once per encoding, with an entity tag. */
export const serveText = (app: FastifyInstance, { path, type, text, anyOrigin }: ServedText): void => {
  let made: { readonly text: string; readonly tag: string } | undefined
  const packed = new Map<string, Promise<Packed>>()
  app.get(path, { config: { quiet: true, anyOrigin: anyOrigin ?? false } }, async (request, reply) => {
    made ??= tagged(text())
    void reply
      .type(type)
      .headers({ etag: made.tag, 'cache-control': 'public, no-cache', vary: 'accept-encoding' })
    if (knowsTag(request.headers['if-none-match'], made.tag)) return reply.code(304).send()
    const way = wayOf(request.headers['accept-encoding'])
    const once = packed.get(way) ?? pack(made.text, way, BROTLI_QUALITY)
    packed.set(way, once)
    const { body, encoding } = await once
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply.send(body)
  })
}

/** Weak, because the bytes differ by how they are packed. */
const tagged = (text: string) => ({
  text,
  tag: `W/"${sha256(text).toString('base64url').slice(0, TAG_CHARACTERS)}"`,
})

/** Reduces the header to an encoding, so that there are at most three copies. */
const wayOf = (accepted = ''): string =>
  /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : ''
