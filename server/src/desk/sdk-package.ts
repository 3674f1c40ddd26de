import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { knowsTag } from '../platform/entity-tag.ts'
import type { Log } from '../platform/log.ts'

const NAME = /^galla-sdk-[0-9a-z.-]+\.tgz$/

/**
 * The package that integrators install, as the build has packed it, for every package manager and from any page: no registry has
 * it. It is read once, at start. Its name does not change while the package is worked on, so it is asked for again by its tag;
 * its SHA-512 (RFC 9530) is what a package manager writes into its lockfile.
 */
export const sdkPackageRoute = (
  app: FastifyInstance,
  { distDir, log }: { readonly distDir: string; readonly log: Log },
): void => {
  const name = existsSync(distDir) ? readdirSync(distDir).find((each) => NAME.test(each)) : undefined
  if (name === undefined) {
    log.warn('the SDK is not built, so it is not served')
    return
  }
  const file = readFileSync(join(distDir, name))
  const digest = createHash('sha512').update(file).digest('base64')
  const tag = `"${digest}"`
  app.get(`/sdk/${name}`, { config: { quiet: true, anyOrigin: true } }, async (request, reply) => {
    void reply.headers({
      etag: tag,
      'repr-digest': `sha-512=:${digest}:`,
      'cache-control': 'public, no-cache',
    })
    if (knowsTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply
      .type('application/gzip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(file)
  })
}
