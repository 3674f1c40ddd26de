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
      // Many small files cost every page load time and compress worse. So what each page starts with is one file, what most
      // pages need on top of it is another, and so are the icons of several pages. A wider group makes every public page larger.
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], minShareCount: 2 },
            { name: 'icons', test: /virtual:icons/, minShareCount: 3 },
            { name: 'shared', minShareCount: 30 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/pay': SERVER, '/sdk': SERVER } },
})
