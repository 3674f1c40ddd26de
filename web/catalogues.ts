import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Runs before the modules. It has a hash in its name, as they have, so that a browser that knows it does not ask for it again. */
const BEFORE_MODULES = '/src/before-modules.js'

/**
 * Builds a script from each `src/locales/LANGUAGE.json`. The page carries its address as `data-LANGUAGE`, and `before-modules.js`
 * loads it before the app for users of that language.
 */
export const catalogues = (): Plugin => {
  let folder = ''
  const address = (file: string) => `/src/locales/${file}`
  const files = (): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.json'))
  const script = (file: string): string => {
    const language = file.replace('.json', '')
    const messages = JSON.stringify(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    return `globalThis.gallaCatalogue={language:"${language}",messages:${messages}};document.documentElement.lang="${language}"`
  }
  return {
    name: 'catalogues',
    configResolved(config) {
      folder = join(config.root, 'src/locales')
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = files().find((each) => request.url === address(each))
        if (file === undefined) return next()
        response.setHeader('content-type', 'text/javascript; charset=utf-8')
        response.end(script(file))
      })
    },
    generateBundle() {
      this.emitFile({
        type: 'asset',
        name: 'before-modules.js',
        originalFileName: BEFORE_MODULES,
        source: readFileSync(join(folder, '../before-modules.js'), 'utf8'),
      })
      for (const file of files())
        this.emitFile({
          type: 'asset',
          name: file.replace('.json', '.js'),
          originalFileName: address(file),
          source: script(file),
        })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html
        return Object.values(bundle).reduce((page, { type, fileName, ...built }) => {
          const [source] = type === 'asset' && 'originalFileNames' in built ? built.originalFileNames : []
          return source === undefined ? page : page.replaceAll(`"${source}"`, `"/${fileName}"`)
        }, html)
      },
    },
  }
}
