/** A parser for the HTML that React renders: well-formed, with only void elements unclosed. */
export interface PageElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: PageNode[]
}
export type PageNode = PageElement | string

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const PIECE = /<!--.*?-->|<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gs
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  nbsp: ' ',
}

const plain = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27|nbsp);/g, (_all, name) => ENTITIES[name] ?? '')

export const readPageTree = (html: string): PageElement => {
  const root: PageElement = { tag: 'root', attributes: {}, children: [] }
  const open = [root]
  for (const [piece, closing, tag, attributes = ''] of html.matchAll(PIECE)) {
    const within = open.at(-1) ?? root
    if (tag === undefined) {
      if (!piece.startsWith('<!--')) within.children.push(plain(piece))
    } else if (closing === '/') {
      if (open.length > 1 && within.tag === tag) open.pop()
      else throw new Error(`</${tag}> closes what is not open`)
    } else {
      const element = { tag, attributes: attributesOf(attributes), children: [] }
      within.children.push(element)
      if (!VOID.has(tag)) open.push(element)
    }
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)?.tag}> is never closed`)
  return root
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name, value = '']) => [name, plain(value)]),
  )

/** The first matching element in document order. */
export const findElement = (
  node: PageNode,
  fits: (element: PageElement) => boolean,
): PageElement | undefined => {
  if (typeof node === 'string') return undefined
  if (fits(node)) return node
  for (const child of node.children) {
    const found = findElement(child, fits)
    if (found !== undefined) return found
  }
  return undefined
}

/** The unmodified text of a node. */
export const textWithin = (node: PageNode): string =>
  typeof node === 'string' ? node : node.children.map(textWithin).join('')
