import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { MantineProvider } from '@mantine/core'
import react from '@vitejs/plugin-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { defineConfig, type Plugin } from 'vite'
import { catalogues } from './catalogues.ts'
import { chunkGroups } from './chunk-groups.ts'
import { contractCalls } from './contract-calls.ts'
import { guide } from './guide.ts'
import { prerenderedPages } from './prerendered-pages.ts'
import { cssVariables, theme } from './src/theme/theme.ts'
import { tablerIcons } from './tabler-icons.ts'

const SERVER = 'http://localhost:3000'
/** The start chunk of all pages. */
const START = { name: 'start', tags: ['$initial' as const], minShareCount: 2 }

const PACKED = /\.(js|css|svg)$/

/** Compresses each asset at build time with the best ratio, so that the server only sends it. */
const packedAssets = (): Plugin => {
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

const THEME_VARIABLES = 'virtual:theme-variables.css'

/** Mantine's variables and classes for our theme, as a stylesheet: a phone takes a tenth of a second to make them at each visit. */
const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  resolveId: (id) => (id === THEME_VARIABLES ? id : undefined),
  load(id) {
    if (id !== THEME_VARIABLES) return undefined
    const html = renderToStaticMarkup(
      createElement(MantineProvider, { theme, cssVariablesResolver: cssVariables }, null),
    )
    return [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, style]) => style).join('\n')
  },
})

const root = fileURLToPath(new URL('.', import.meta.url))
const bundled = () => [guide(), contractCalls(), react(), tablerIcons(), themeVariables(), catalogues()]

export default defineConfig(async ({ command }) => ({
  plugins: [...bundled(), packedAssets(), prerenderedPages()],
  build: {
    target: 'es2023',
    // Every targeted browser supports module preloading.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The content security policy rejects assets inlined as data: URLs.
    assetsInlineLimit: 0,
    // One file for all pages costs less than the requests for the few rules that only some need.
    cssCodeSplit: false,
    rolldownOptions: {
      output:
        command === 'build' ? { codeSplitting: { groups: await chunkGroups(root, bundled(), START) } } : {},
    },
  },
  server: { proxy: { '/api': SERVER, '/pay': SERVER, '/sdk': SERVER } },
}))
