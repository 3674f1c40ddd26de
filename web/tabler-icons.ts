import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { icons } from '@iconify-json/tabler'
import type { Plugin } from 'vite'

const ALL = 'virtual:icons'
/** An absolute path, because tests have another root than the build. */
const CREATE_ICON = fileURLToPath(new URL('./src/components/icons/create-icon.tsx', import.meta.url))
const DECLARATIONS = new URL('./src/components/icons/virtual-icons.d.ts', import.meta.url)

/** Maps `circle-check` to `IconCircleCheck`. */
const componentName = (icon: string): string =>
  `Icon${icon.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase())}`

/**
 * Serves the Tabler icons that virtual-icons.d.ts declares as components of `virtual:icons`. Each has its own module, so that a page
 * loads only the icons it uses.
 */
export const tablerIcons = (): Plugin => {
  const names = new Map(Object.keys(icons.icons).map((icon) => [componentName(icon), icon]))
  return {
    name: 'tabler-icons',
    resolveId: (id) => (id === ALL || id.startsWith(`${ALL}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${ALL}`)) return undefined
      const component = id.slice(ALL.length + 2)
      const code = component === '' ? exportDeclared() : moduleOf(component, names.get(component))
      return { code, moduleSideEffects: false }
    },
  }
}

const exportDeclared = (): string =>
  [...readFileSync(DECLARATIONS, 'utf8').matchAll(/export const (Icon\w+)/g)]
    .map(([, component]) => `export { ${component} } from '${ALL}/${component}'\n`)
    .join('')

const moduleOf = (component: string, icon = ''): string => {
  const body = icons.icons[icon]?.body
  if (body === undefined) throw new Error(`Tabler has no icon for ${component}`)
  const paths = [...body.matchAll(/<path [^>]*?\bd="([^"]+)"/g)].map(([, path]) => path)
  const isFilled = !body.includes('stroke=')
  return `import { createIcon } from '${CREATE_ICON}'
export const ${component} = /* @__PURE__ */ createIcon(${JSON.stringify(paths)}, ${isFilled})\n`
}
