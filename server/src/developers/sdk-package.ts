import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLUGIN_PATH } from '@galla/contract/woocommerce-plugin'
import type { FastifyInstance } from 'fastify'
import { knowsTag } from '../platform/http/entity-tag.ts'
import type { Log } from '../platform/log.ts'

const SDK_NAME = /^galla-(?:sdk-[0-9a-z.-]+\.tgz|php-[0-9a-z.-]+\.zip)$/
const PLUGIN_NAME = 'galla-woocommerce.zip'

interface PackagePlace {
  readonly distDir: string
  readonly log: Log
}

/**
 * The SDK and the PHP package, as the build has packed them, for every package manager and from any page: no registry has it. Released versions stay at their
 * addresses, because integrators' lockfiles name these.
 */
export const sdkPackageRoute = (app: FastifyInstance, { distDir, log }: PackagePlace): void => {
  const current = sdkArchives(distDir)
  if (current.length === 0) log.warn('the SDK is not built, so it is not served')
  const released = sdkArchives(join(distDir, '..', 'released'))
  const names = new Set(current.map(({ name }) => name))
  for (const { name, path } of [...current, ...released.filter(({ name }) => !names.has(name))])
    servePackage(app, {
      path: `/sdk/${name}`,
      name,
      type: name.endsWith('.zip') ? 'application/zip' : 'application/gzip',
      file: readFileSync(path),
    })
}

const sdkArchives = (folder: string): { name: string; path: string }[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => SDK_NAME.test(name))
    .map((name) => ({ name, path: join(folder, name) }))

/** The WooCommerce plugin, as WordPress takes it in its upload form. */
export const pluginPackageRoute = (app: FastifyInstance, { distDir, log }: PackagePlace): void => {
  const file = join(distDir, PLUGIN_NAME)
  if (!existsSync(file)) {
    log.warn('the WooCommerce plugin is not built, so it is not served')
    return
  }
  servePackage(app, {
    path: PLUGIN_PATH,
    name: PLUGIN_NAME,
    type: 'application/zip',
    file: readFileSync(file),
  })
}

interface ServedPackage {
  readonly path: string
  readonly name: string
  readonly type: string
  readonly file: Buffer
}

/**
 * A file that is read once, at start. Its name does not change while the package is worked on, so it is asked for again by its tag;
 * its SHA-512 (RFC 9530) is what a package manager writes into its lockfile.
 */
const servePackage = (app: FastifyInstance, { path, name, type, file }: ServedPackage): void => {
  const digest = createHash('sha512').update(file).digest('base64')
  const tag = `"${digest}"`
  app.get(path, { config: { quiet: true, anyOrigin: true } }, async (request, reply) => {
    void reply.headers({
      etag: tag,
      'repr-digest': `sha-512=:${digest}:`,
      'cache-control': 'public, no-cache',
    })
    if (knowsTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(file)
  })
}
