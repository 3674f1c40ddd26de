import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogues } from './catalogues.ts'
import { packedAssets } from './packed-assets.ts'
import { prerenderedPages } from './prerendered-pages.ts'
import { tablerIcons } from './tabler-icons.ts'

const SERVER = 'http://localhost:3000'

export default defineConfig({
  plugins: [react(), tablerIcons(), catalogues(), packedAssets(), prerenderedPages()],
  build: {
    target: 'es2023',
    // Every browser that runs this target preloads modules by itself.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // An asset inlined as data: would be refused by the page's content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // What most pages need comes as one file: many small ones compress worse.
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 30 }] } },
    },
  },
  server: { proxy: { '/api': SERVER, '/pay': SERVER, '/sdk': SERVER } },
})
