import type { Node } from 'oxc-parser'
import { type Finding, isForTests, type Repository, type Source, walk } from './source.ts'

const PATHS = 'web/src/paths.ts'
/** Components that cover the screen, and the one file that may use the library's. */
const COVERS: Readonly<Record<string, { readonly home: string; readonly ours: string }>> = {
  Modal: { home: 'web/src/components/overlay/dialog.tsx', ours: 'Dialog' },
  Drawer: { home: 'web/src/components/overlay/side-drawer.tsx', ours: 'SideDrawer' },
}
const LINK_ATTRIBUTES = new Set(['to', 'href', 'action'])
const LINK_CALLS = new Set(['navigate', 'redirect'])

/** Every href comes from paths.ts, pages never import pages, and every dialog and drawer is the component that returns the focus. */
export const web = (repository: Repository): Finding[] =>
  repository.sources
    .filter(({ path }) => path.startsWith('web/src/') && path !== PATHS && !isForTests(path))
    .flatMap((source) => [...writtenLinks(source), ...pagesInPages(source), ...foreignCovers(source)])

const writtenLinks = (source: Source): Finding[] => {
  const found: Finding[] = []
  walk(source.program, (node) => {
    const link = linkIn(node)
    if (link === undefined || !link.startsWith('/')) return
    found.push({
      path: source.path,
      line: source.lineAt(node.start),
      what: `the address ${link} written out`,
      instead: `take it from ${PATHS}`,
    })
  })
  return found
}

const linkIn = (node: Node): string | undefined => {
  if (
    node.type === 'JSXAttribute' &&
    node.name.type === 'JSXIdentifier' &&
    LINK_ATTRIBUTES.has(node.name.name)
  ) {
    return writtenText(node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value)
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined
  return LINK_CALLS.has(node.callee.name) ? writtenText(node.arguments[0]) : undefined
}

const writtenText = (node: Node | null | undefined): string | undefined => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' ? (node.quasis[0]?.value.cooked ?? undefined) : undefined
}

/** `web/src/features/orders/…` is one page. */
const pageOf = (path: string): string | undefined => /^web\/src\/features\/([^/]+)/.exec(path)?.[1]

const pagesInPages = (source: Source): Finding[] => {
  const own = pageOf(source.path)
  if (own === undefined) return []
  return source.imports.flatMap((each) => {
    const other = each.target === undefined ? undefined : pageOf(each.target)
    if (other === undefined || other === own) return []
    const what = `the page ${own} imports the page ${other}`
    return [{ path: source.path, line: each.line, what, instead: 'move what both show beside the pages' }]
  })
}

const foreignCovers = (source: Source): Finding[] => {
  const found: Finding[] = []
  walk(source.program, (node) => {
    if (node.type !== 'JSXOpeningElement' || node.name.type !== 'JSXIdentifier') return
    const cover = COVERS[node.name.name]
    if (cover === undefined || cover.home === source.path) return
    found.push({
      path: source.path,
      line: source.lineAt(node.start),
      what: `a ${node.name.name}, which may not give the focus back`,
      instead: `show a ${cover.ours} of ${cover.home}`,
    })
  })
  return found
}
