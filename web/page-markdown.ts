import { findElement, type PageElement, type PageNode, textWithin } from './page-tree.ts'

/** Navigation and interactive elements. */
const LEFT_OUT = new Set([
  'nav',
  'details',
  'button',
  'legend',
  'label',
  'input',
  'style',
  'script',
  'caption',
])

const FENCES: Readonly<Record<string, string>> = { curl: 'sh', node: 'js' }

/** Converts a page to Markdown for programs. `origin` prefixes the site's own addresses. */
export const markdownOf = (page: PageElement, origin: string): string =>
  blocks(page, origin)
    .map((block) => block.trimEnd())
    .filter((block) => block.trim() !== '')
    .join('\n\n')

const isBlock = ({ tag }: PageElement): boolean =>
  /^(h[1-4]|p|ul|ol|table|pre|figure|fieldset|section|div|header|article|main)$/.test(tag)

const blocks = (node: PageElement, origin: string): string[] => {
  const found: string[] = []
  let line: PageNode[] = []
  const endLine = () => {
    const text = inline(line, origin)
    if (text !== '') found.push(text)
    line = []
  }
  for (const child of node.children) {
    if (typeof child === 'string' || !(isBlock(child) || LEFT_OUT.has(child.tag))) line.push(child)
    else {
      endLine()
      if (!LEFT_OUT.has(child.tag)) found.push(...block(child, origin))
    }
  }
  endLine()
  return found
}

const block = (element: PageElement, origin: string): string[] => {
  const { tag, children } = element
  if (/^h[1-4]$/.test(tag)) return [`${'#'.repeat(Number(tag[1]))} ${inline(children, origin)}`]
  if (tag === 'p') return [inline(children, origin)]
  if (tag === 'ul' || tag === 'ol') return [listOf(element, origin)]
  if (tag === 'table') return [tableOf(element, origin)]
  if (tag === 'pre') return [fenced('', textWithin(element))]
  if (tag === 'figure') return figureOf(element)
  if (tag === 'fieldset') return samplesOf(element)
  return blocks(element, origin)
}

const fenced = (language: string, code: string): string => `\`\`\`${language}\n${code.trim()}\n\`\`\``

const figureOf = (figure: PageElement): string[] => {
  const title = findElement(figure, ({ tag }) => tag === 'span')
  const code = findElement(figure, ({ tag }) => tag === 'pre')
  if (code === undefined) return []
  const text = textWithin(code)
  const language = figure.attributes['data-language'] ?? ''
  return [
    `**${title === undefined ? 'Example' : textWithin(title)}**`,
    fenced(FENCES[language] ?? language, text),
  ]
}

/** The samples of all languages, one after the other. */
const samplesOf = (fieldset: PageElement): string[] =>
  fieldset.children.flatMap((panel) => {
    if (typeof panel === 'string') return []
    const language = panel.attributes['data-language']
    const code = findElement(panel, ({ tag }) => tag === 'pre')
    return language === undefined || code === undefined
      ? []
      : [fenced(FENCES[language] ?? language, textWithin(code))]
  })

const listOf = (list: PageElement, origin: string): string =>
  list.children
    .filter((item): item is PageElement => typeof item !== 'string')
    .map((item, index) => {
      const mark = list.tag === 'ol' ? `${index + 1}. ` : '- '
      return (
        mark +
        blocks(item, origin)
          .join('\n\n')
          .replaceAll('\n', `\n${' '.repeat(mark.length)}`)
      )
    })
    .join('\n')

const tableOf = (table: PageElement, origin: string): string => {
  const rows: string[] = []
  const cellsOf = (row: PageElement) =>
    row.children
      .filter((cell): cell is PageElement => typeof cell !== 'string')
      .map((cell) => inline(cell.children, origin).replaceAll('|', '\\|'))
  const walk = (node: PageNode): void => {
    if (typeof node === 'string') return
    if (node.tag !== 'tr') {
      for (const child of node.children) walk(child)
      return
    }
    const cells = cellsOf(node)
    rows.push(`| ${cells.join(' | ')} |`)
    if (rows.length === 1) rows.push(`|${' --- |'.repeat(cells.length)}`)
  }
  walk(table)
  return rows.join('\n')
}

const inline = (nodes: readonly PageNode[], origin: string): string =>
  nodes
    .map((node) => inlineOf(node, origin))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()

const inlineOf = (node: PageNode, origin: string): string => {
  if (typeof node === 'string') return node
  const { tag, attributes, children } = node
  if (LEFT_OUT.has(tag)) return ''
  if (tag === 'svg') return attributes['aria-label'] === undefined ? '' : `(${attributes['aria-label']})`
  const text = inline(children, origin)
  if (text === '') return ''
  if (tag === 'code') return `\`${text}\``
  if (tag === 'strong') return `${/^\s/.test(textWithin(node)) ? ' ' : ''}**${text}** `
  if (tag === 'q') return `"${text}"`
  if (tag === 'a') return `[${text}](${addressOf(attributes.href ?? '', origin)})`
  // Elements within a table cell are separated by spaces.
  if (tag === 'span' || tag === 'div' || tag === 'p') return ` ${text} `
  return children.some((child) => typeof child === 'string' && /^\s|\s$/.test(child)) ? ` ${text} ` : text
}

const addressOf = (href: string, origin: string): string => (href.startsWith('/') ? origin + href : href)
