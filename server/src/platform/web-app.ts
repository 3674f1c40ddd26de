import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Ids } from './ids.ts'
import { setPagePolicy, webPagePolicy } from './page-policy.ts'
import { Refusal } from './refusal.ts'

/** Where index.html wants the nonce that lets the app put its own styles in. */
const NONCE_PLACEHOLDER = '__NONCE__'
const NONCE_BYTES = 16
const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Files with a hash in their name never change; the others are asked for again each time. */
const HASHED = /^assets\//
const FILE_NAME = /^[\w@./-]+\.[a-z0-9]{2,11}$/i

/**
 * Serves the built web app: its files as they are (compressed ahead of time where the build did), and its one page for every
 * other address that is not the API's. A browser that asks for a file that is gone gets 404, not a page.
 */
export const serveWebApp = async (
  app: FastifyInstance,
  { distDir, ids }: { distDir: string; ids: Ids },
): Promise<void> => {
  const index = await readFile(join(distDir, 'index.html'), 'utf8')
  await app.register(fastifyStatic, { root: distDir, serve: false, preCompressed: true, index: false })
  app.get('/*', { config: { quiet: true } }, async (request, reply) => {
    const path = new URL(request.url, 'http://localhost').pathname.slice(1)
    if (path.startsWith('api/') || path.startsWith('pay/')) throw new Refusal('not_found')
    if (FILE_NAME.test(path) && path !== 'index.html') {
      return reply
        .header(
          'cache-control',
          HASHED.test(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        )
        .sendFile(path, { cacheControl: false })
    }
    const nonce = ids.token(NONCE_BYTES)
    setPagePolicy(reply, webPagePolicy(nonce))
    return reply.type('text/html; charset=utf-8').send(index.replaceAll(NONCE_PLACEHOLDER, nonce))
  })
}
