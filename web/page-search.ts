import { findElement, type PageElement, type PageNode } from './page-tree.ts'
import type { SearchEntry } from './src/features/docs/guide/search/search-entry.ts'

/** Examples only repeat their tables, in several languages. */
const NOT_SEARCHED = new Set([
  'nav',
  'details',
  'button',
  'legend',
  'label',
  'style',
  'svg',
  'pre',
  'caption',
  'thead',
])

const headingOf = (section: PageElement): string => {
  // The last label is the section's own heading.
  const id = section.attributes['aria-labelledby']?.split(' ').at(-1)
  const heading = findElement(section, ({ attributes }) => id !== undefined && attributes.id === id)
  return heading === undefined ? '' : spoken(heading.children)
}

const isSection = ({ tag, attributes }: PageElement): boolean =>
  tag === 'section' && attributes.id !== undefined

/** Every linkable section with its own text, without its subsections. */
export const searchEntriesOf = (page: PageElement, path: string, title: string): SearchEntry[] => {
  const entries: SearchEntry[] = []
  const walk = (node: PageNode, under: readonly string[]): void => {
    if (typeof node === 'string') return
    if (!isSection(node)) {
      for (const child of node.children) walk(child, under)
      return
    }
    const heading = headingOf(node)
    const text = spoken(node.children.filter((child) => !isHeading(child)))
    entries.push({ path: `${path}#${node.attributes.id ?? ''}`, title: heading, under, text })
    for (const child of node.children) walk(child, [...under, heading])
  }
  walk(page, [title])
  return entries
}

const isHeading = (node: PageNode): boolean =>
  typeof node !== 'string' &&
  findElement(node, ({ tag }) => /^h[1-4]$/.test(tag)) !== undefined &&
  !isSection(node)

const spoken = (nodes: readonly PageNode[]): string =>
  nodes.map(textOf).join('').replaceAll(/\s+/g, ' ').trim()

const textOf = (node: PageNode): string => {
  if (typeof node === 'string') return node
  if (NOT_SEARCHED.has(node.tag) || isSection(node)) return ''
  const text = node.children.map(textOf).join('')
  return /^(code|strong|a|em|wbr)$/.test(node.tag) ? text : ` ${text} `
}
