import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const PACKED = /\.(js|css|svg)$/

/** Compresses each asset at build time with the best ratio, so that the server only sends it. */
export const packedAssets = (): Plugin => {
  let folder = ''
  return {
    name: 'packed-assets',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir, config.build.assetsDir)
    },
    closeBundle() {
      for (const name of readdirSync(folder).filter((file) => PACKED.test(file))) {
        const file = join(folder, name)
        const bytes = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(bytes))
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
