import { build, defineConfig, type Plugin } from 'vite'

/** The base path under which the server serves the script. Change both together. */
const SCRIPT_FOLDER = '/pay/script/'
const HASH_CHARACTERS = 12

const here = (path: string): string => new URL(path, import.meta.url).pathname

/** Builds one entry in memory and returns its single output file. */
const builtText = async (input: string, wanted: '.js' | '.css'): Promise<string> => {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    root: here('.'),
    build: {
      write: false,
      target: 'es2020',
      cssTarget: ['chrome100', 'safari15', 'firefox100'],
      minify: 'oxc',
      modulePreload: false,
      rolldownOptions: {
        input: here(input),
        output: { format: wanted === '.js' ? 'iife' : 'es', assetFileNames: '[name][extname]' },
      },
    },
  })
  const outputs = (Array.isArray(made) ? made : [made]).flatMap((each) =>
    'output' in each ? each.output : [],
  )
  for (const file of outputs) {
    if (!file.fileName.endsWith(wanted)) continue
    return (file.type === 'chunk' ? file.code : String(file.source)).trim()
  }
  throw new Error(`${input} came out without a ${wanted} file`)
}

const sha256 = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

const inBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const inHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The CSP source of a style. */
const sourceOf = async (text: string): Promise<string> => `sha256-${inBase64(await sha256(text))}`

/** Provides `virtual:page-assets`, so that the server renderer is one self-contained file. */
export const pageAssets = (): Plugin => ({
  name: 'page-assets',
  resolveId: (id) => (id === 'virtual:page-assets' ? '\0page-assets' : undefined),
  async load(id) {
    if (id !== '\0page-assets') return undefined
    const body = await builtText('src/browser/main.ts', '.js')
    const text = await builtText('src/styles.css', '.css')
    const path = `${SCRIPT_FOLDER}${inHex(await sha256(body)).slice(0, HASH_CHARACTERS)}.js`
    const linkText = text + (await builtText('src/link.css', '.css'))
    return `export const script = ${JSON.stringify({ path, body })}
export const style = ${JSON.stringify({ text, hash: await sourceOf(text) })}
export const linkStyle = ${JSON.stringify({ text: linkText, hash: await sourceOf(linkText) })}`
  },
})

export default defineConfig({
  root: here('.'),
  logLevel: 'warn',
  plugins: [pageAssets()],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  // Without NODE_ENV, React uses its development build, which is five times slower.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node24',
    rolldownOptions: { output: { entryFileNames: '[name].js' } },
  },
})
