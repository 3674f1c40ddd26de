import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'

/** Packs the WooCommerce plugin as WordPress installs it: one folder, and the same bytes from each build. */
const PLUGIN = fileURLToPath(new URL('../../plugins/woocommerce/', import.meta.url))
const ZIP = `${PLUGIN}dist/galla-woocommerce.zip`
/** ZIP keeps local times; the fields of this one are the same in every time zone. */
const mtime = new Date(1980, 0, 1)

const files = globSync('galla-upi/**/*.{php,js,svg,txt}', { cwd: PLUGIN }).map((path) =>
  path.replaceAll('\\', '/'),
)
const entries = ['galla-upi/LICENSE', ...files].sort()
const content = Object.fromEntries(entries.map((path) => [path, new Uint8Array(readFileSync(PLUGIN + path))]))
mkdirSync(dirname(ZIP), { recursive: true })
writeFileSync(ZIP, zipSync(content, { level: 9, mtime }))
