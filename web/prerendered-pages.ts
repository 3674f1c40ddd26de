import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import { guide, fileOf as textFileOf, writeGuideTexts } from './guide.ts'
import type { PrerenderedPage, Renderer } from './src/prerender/prerendered-page.ts'
import { tablerIcons } from './tabler-icons.ts'

/** A placeholder that the server replaces with its origin, for absolute canonical and Open Graph URLs. */
const ORIGIN = '__ORIGIN__'
const ROOT = '<div id="root"></div>'
/** Head elements of index.html that a prerendered page replaces: it has its own title and is readable without a script. */
const OF_THE_APP = /[ \t]*(?:<title>.*<\/title>|<meta name="robots".*>|<noscript>.*<\/noscript>)\n/g

/**
 * Renders every public page to HTML after the app's build, into `pages/`, with `pages.json` as the map from addresses to files. The
 * HTML preloads the script of its page.
 */
export const prerenderedPages = (): Plugin => {
  let config: ResolvedConfig | undefined
  const chunks = new Map<string, Rolldown.OutputChunk>()
  return {
    name: 'prerendered-pages',
    apply: ({ build: wanted }, { command }) => command === 'build' && wanted?.ssr === undefined,
    configResolved(resolved) {
      config = resolved
    },
    writeBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') chunks.set(file.fileName, file)
      }
    },
    async closeBundle() {
      if (config === undefined || chunks.size === 0) return
      const { root } = config
      const dist = resolve(root, config.build.outDir)
      const template = readFileSync(join(dist, 'index.html'), 'utf8')
      const { prerenderPages, dashboardPages, renderFrame, shellPaths } = await builtRenderer(root)
      const pages = await prerenderPages()
      const framed = dashboardPages()
      const folder = join(dist, 'pages')
      mkdirSync(folder, { recursive: true })
      const texts = writeGuideTexts(dist, pages, ORIGIN)
      for (const page of pages) {
        const needed = chunksOf(root, page, chunks)
        writeFileSync(join(folder, fileOf(page)), wholePage(template, page, needed, texts))
      }
      const frame = renderFrame()
      for (const page of framed)
        writeFileSync(
          join(folder, fileOf(page)),
          filled(template, loading(template, chunksOf(root, page, chunks)), frame),
        )
      const canonical = pages.flatMap((page) => (page.canonical === page.path ? (page.path ?? []) : []))
      writeFileSync(join(folder, 'robots.txt'), robots)
      writeFileSync(join(folder, 'sitemap.xml'), sitemap(canonical))
      const listed = [...pages, ...framed].flatMap((page) =>
        page.path === undefined ? [] : [[page.path, fileOf(page)]],
      )
      const list = {
        pages: Object.fromEntries(listed),
        shell: shellPaths(),
        asks: Object.fromEntries(framed.map(({ path, asks }) => [path, asks])),
        texts: Object.fromEntries(texts.map((path) => [path, textFileOf(path)])),
      }
      writeFileSync(join(folder, 'pages.json'), JSON.stringify(list, null, 2))
    },
  }
}

/** The app built as one dependency-free file for rendering without a browser. */
const builtRenderer = async (root: string): Promise<Renderer> => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-prerender-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      plugins: [react(), tablerIcons(), guide()],
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
      build: {
        ssr: 'src/prerender.tsx',
        outDir: folder,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        ssrEmitAssets: false,
        copyPublicDir: false,
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs', codeSplitting: false } },
      },
    })
    return await import(pathToFileURL(join(folder, 'prerender.mjs')).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const fileOf = ({ path }: Pick<PrerenderedPage, 'path'>): string =>
  path === undefined
    ? 'not-found.html'
    : `${path === '/' ? 'landing' : path.slice(1).replaceAll('/', '-')}.html`

/** The chunks of a page's modules and their imports, each once. */
const chunksOf = (
  root: string,
  { source }: Pick<PrerenderedPage, 'source'>,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): readonly Rolldown.OutputChunk[] => {
  const modules = [source].flat().map((file) => join(root, 'src', file))
  return [...new Set(modules.flatMap((module) => [...chunksOfModule(module, chunks)]))]
}

const chunksOfModule = (
  module: string,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): ReadonlySet<Rolldown.OutputChunk> => {
  const own = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === module)
  if (own === undefined) throw new Error(`${module} is no chunk of its own: is it the page's module?`)
  const needed = new Set([own])
  // Iterating a set also visits the elements that the loop adds.
  for (const chunk of needed) {
    for (const name of chunk.imports) {
      const imported = chunks.get(name)
      if (imported !== undefined) needed.add(imported)
    }
  }
  return needed
}

/** The tags that load chunks, besides those of all pages. */
const loading = (template: string, chunks: readonly Rolldown.OutputChunk[]): readonly string[] =>
  chunks
    .filter(({ fileName }) => !template.includes(`"/${fileName}"`))
    .map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`)

const filled = (template: string, head: readonly string[], root: string): string => {
  if (!template.includes(ROOT)) throw new Error('index.html has lost its root')
  return template
    .replace('  </head>', () => `${head.map((line) => `    ${line}\n`).join('')}  </head>`)
    .replace(ROOT, () => `<div id="root">${root}</div>`)
}

const wholePage = (
  template: string,
  page: PrerenderedPage,
  chunks: readonly Rolldown.OutputChunk[],
  texts: readonly string[],
): string => {
  const plain = template.replace(OF_THE_APP, '')
  return filled(plain, [page.head, ...loading(template, chunks), ...shared(page, texts)], page.body)
}

/** The metadata for search engines and link previews. */
const shared = (
  { canonical, title, description }: PrerenderedPage,
  texts: readonly string[],
): readonly string[] => {
  if (canonical === undefined) return ['<meta name="robots" content="noindex">']
  const address = ORIGIN + canonical
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escaped(content)}">`
  const asText = texts.includes(`${canonical}.md`)
    ? [`<link rel="alternate" type="text/markdown" href="${canonical}.md">`]
    : []
  return [
    `<link rel="canonical" href="${address}">`,
    ...asText,
    property('og:type', 'website'),
    property('og:site_name', 'Galla'),
    property('og:locale', 'en_IN'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    property('og:image', `${ORIGIN}/social.png`),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', 'Galla: collect by QR, know it is paid'),
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Payment pages are private to the shop and its customer. */
const robots = `User-agent: *
Disallow: /pay/
Disallow: /dashboard
Disallow: /api/v1/

Sitemap: ${ORIGIN}/sitemap.xml
`

const sitemap = (paths: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `  <url><loc>${ORIGIN}${path}</loc></url>`).join('\n')}
</urlset>
`
