import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'

/** Packs the WooCommerce plugin as WordPress installs it: one folder with the SDK for PHP in it, and the same bytes from each build. */
const PLUGIN = fileURLToPath(new URL('../../plugins/woocommerce/', import.meta.url))
const SDK = fileURLToPath(new URL('../../sdk/', import.meta.url))
const ZIP = `${PLUGIN}dist/galla-woocommerce.zip`
/** ZIP keeps local times; the fields of this one are the same in every time zone. */
const mtime = new Date(1980, 0, 1)

const files = globSync('galla-upi/**/*.{php,js,svg,txt}', { cwd: PLUGIN }).map((path) =>
  path.replaceAll('\\', '/'),
)
const read = (path: string) => new Uint8Array(readFileSync(path))
const sdk = ['LICENSE', ...globSync('php/src/*.php', { cwd: SDK })].map((path) => [
  `galla-upi/sdk/${basename(path)}`,
  read(SDK + path),
])
const own = ['galla-upi/LICENSE', ...files].map((path) => [path, read(PLUGIN + path)])
const content = Object.fromEntries([...own, ...sdk].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
mkdirSync(dirname(ZIP), { recursive: true })
writeFileSync(ZIP, zipSync(content, { level: 9, mtime }))
