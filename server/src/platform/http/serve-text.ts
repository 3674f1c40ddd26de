import type { FastifyInstance } from 'fastify'
import { sha256 } from '../crypto/crypto.ts'
import { knowsTag } from './entity-tag.ts'
import { packOnce } from './pack-text.ts'

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
  let made: ReturnType<typeof packedAndTagged> | undefined
  app.get(path, { config: { quiet: true, anyOrigin: anyOrigin ?? false } }, async (request, reply) => {
    made ??= packedAndTagged(text())
    void reply
      .type(type)
      .headers({ etag: made.tag, 'cache-control': 'public, no-cache', vary: 'accept-encoding' })
    if (knowsTag(request.headers['if-none-match'], made.tag)) return reply.code(304).send()
    const { body, encoding } = await made.packed(request.headers['accept-encoding'])
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply.send(body)
  })
}

/** The tag is weak, because the bytes differ by how they are packed. */
const packedAndTagged = (text: string) => ({
  packed: packOnce(text, BROTLI_QUALITY),
  tag: `W/"${sha256(text).toString('base64url').slice(0, TAG_CHARACTERS)}"`,
})
