import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogues } from './catalogues.ts'
import { guide } from './guide.ts'
import { packedAssets } from './packed-assets.ts'
import { prerenderedPages } from './prerendered-pages.ts'
import { tablerIcons } from './tabler-icons.ts'

const SERVER = 'http://localhost:3000'

export default defineConfig({
  plugins: [guide(), react(), tablerIcons(), catalogues(), packedAssets(), prerenderedPages()],
  build: {
    target: 'es2023',
    // Every targeted browser supports module preloading.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The content security policy rejects assets inlined as data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Many small files load slowly and compress badly. The start chunk of all pages, the common chunk of most pages and shared
      // icons are therefore grouped. Wider groups would make every public page larger.
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], minShareCount: 2 },
            { name: 'icons', test: /virtual:icons/, minShareCount: 3 },
            { name: 'shared', minShareCount: 33 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/pay': SERVER, '/sdk': SERVER } },
})
