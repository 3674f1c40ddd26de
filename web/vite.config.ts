import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogues } from './catalogues.ts'
import { chunkGroups } from './chunk-groups.ts'
import { contractCalls } from './contract-calls.ts'
import { guide } from './guide.ts'
import { packedAssets } from './packed-assets.ts'
import { prerenderedPages } from './prerendered-pages.ts'
import { tablerIcons } from './tabler-icons.ts'
import { themeVariables } from './theme-variables.ts'

const SERVER = 'http://localhost:3000'
/** The start chunk of all pages. */
const START = { name: 'start', tags: ['$initial' as const], minShareCount: 2 }

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
