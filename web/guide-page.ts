import { Marked, type Token, type Tokens } from 'marked'
import { addressOf, guideText, isFurtherCall } from './guide-text.ts'
import type { SearchEntry } from './src/components/finder/find-sections.ts'
import {
  type Block,
  type GuidePage,
  LANGUAGES,
  type Language,
  type Samples,
  type Section,
  SOME_ORIGIN,
} from './src/features/docs/guide/guide-shape.ts'

const LANGUAGE_OF: Readonly<Record<string, Language>> = { sh: 'curl', js: 'node' }
const languageOf = (fence = ''): Language =>
  LANGUAGE_OF[fence] ?? LANGUAGES.find((each) => each === fence) ?? 'text'

/** A field name such as `customer_email` or `clientTransactionId` wraps between its words. */
const wrapped = (cell: string): string =>
  cell.replace(/<code>(\w+)<\/code>/, (_code, name: string) => {
    const words = name.split(/(?<=[_-])|(?<=[a-z])(?=[A-Z])/)
    return `<code>${words.join('<wbr>')}</code>`
  })

/** After a middle dot, a cell goes on in small. */
const cell = (html: string): string => {
  const [main = '', ...small] = html.split(' · ')
  return small.length === 0 ? main : `${main}<span class="small">${small.join(' · ')}</span>`
}

const inPage = (href: string): string =>
  href
    .replace(/^([\w-]+)\.md/, (_file, name: string) => addressOf(name))
    .replace(new RegExp(`^${SOME_ORIGIN}(?=/)`), '')

/** Our own files: what they contain is trusted. */
const marked = new Marked({
  renderer: {
    link({ href, tokens }) {
      return `<a href="${inPage(href)}">${this.parser.parseInline(tokens)}</a>`
    },
    paragraph({ tokens }) {
      const html = this.parser.parseInline(tokens)
      const address = /^<strong>([A-Z]+)<\/strong> (<code>.*<\/code>)$/.exec(html)
      return address === null
        ? `<p>${html}</p>`
        : `<p class="address"><span>${address[1]}</span> ${address[2]}</p>`
    },
    table({ header, rows }) {
      const text = (tokens: Token[]) => this.parser.parseInline(tokens)
      const heads = header.map(({ tokens }) => `<th scope="col">${text(tokens)}</th>`).join('')
      const lines = rows.map(([first, ...others]) => {
        const left = `<th scope="row">${wrapped(cell(text(first?.tokens ?? [])))}</th>`
        return `<tr>${left}${others.map(({ tokens }) => `<td>${cell(text(tokens))}</td>`).join('')}</tr>`
      })
      return `<table><thead><tr>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table>`
    },
  },
})

/** `**Title**` alone names the samples after it. */
const titleIn = (token: Token | undefined): string | undefined => {
  const only = token?.type === 'paragraph' && token.tokens?.length === 1 ? token.tokens[0] : undefined
  return only?.type === 'strong' ? (only as Tokens.Strong).text : undefined
}

const isCode = (token: Token | undefined): token is Tokens.Code => token?.type === 'code'

const blocksOf = (tokens: readonly Token[]): Block[] => {
  const blocks: Block[] = []
  let isLadder = false
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined) break
    const title = titleIn(token)
    if (title !== undefined && isCode(tokens[at + 1])) {
      const samples: Partial<Record<Language, string>> = {}
      for (let next = tokens[at + 1]; isCode(next); next = tokens[at + 1]) {
        samples[languageOf(next.lang)] = next.text
        at += 1
      }
      blocks.push({ kind: 'code', title, samples: samples as Samples })
    } else if (token.type === 'html') {
      const [, kind, name = ''] = /^<!-- (\w+)(?: ([\w-]+))? -->/.exec(token.raw) ?? []
      if (kind === 'try') blocks.push({ kind, call: name })
      if (kind === 'figure') blocks.push({ kind, name })
      isLadder = kind === 'ladder'
    } else {
      const html = marked.parser([token])
      const last = blocks.at(-1)
      const drawn = isLadder ? html.replace('<ol>', '<ol class="ladder">') : html
      isLadder = false
      // One element for what follows each other.
      if (last?.kind === 'html') blocks[blocks.length - 1] = { kind: 'html', html: last.html + drawn }
      else blocks.push({ kind: 'html', html: drawn })
    }
  }
  return blocks
}

const HEADING = /^(.*?)(?: <!-- ([\w-]+) -->)?$/

const headingOf = ({ text }: Tokens.Heading): { id: string; title: string } => {
  const [, title = '', id] = HEADING.exec(text) ?? []
  const words = title.replace(/^\d+\. /, '').toLowerCase()
  return { title, id: id ?? words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') }
}

const isHeading = (depth: number) => (token: Token) => token.type === 'heading' && token.depth === depth

/** The tokens before the first heading of a depth, and a section for each. */
const sectionsOf = (tokens: readonly Token[], depth: number): { before: Block[]; sections: Section[] } => {
  const starts = tokens.flatMap((token, at) => (isHeading(depth)(token) ? [at] : []))
  const before = blocksOf(tokens.slice(0, starts[0] ?? tokens.length))
  const sections = starts.map((start, index) => {
    const own = tokens.slice(start + 1, starts[index + 1] ?? tokens.length)
    const below = sectionsOf(own, depth + 1)
    return { ...headingOf(tokens[start] as Tokens.Heading), blocks: below.before, parts: below.sections }
  })
  return { before, sections }
}

const pageOf = (name: string, text: string): Section => {
  const tokens = marked.lexer(text).filter(({ type }) => type !== 'space')
  const { sections: pages } = sectionsOf(tokens, 1)
  const [page] = pages
  if (page === undefined || pages.length > 1) throw new Error(`${name}.md needs one title`)
  return page
}

export const guidePage = (name: string): GuidePage => {
  const { title, blocks, parts } = pageOf(name, guideText(name))
  return { name, title, intro: blocks, sections: parts }
}

const htmlOf = (blocks: readonly Block[]): string =>
  blocks.map((block) => (block.kind === 'html' ? block.html : '')).join('')

/** A title, a line below it, and sections of plain text. */
export const articleText = (name: string, text: string) => {
  const { title, blocks, parts } = pageOf(name, text)
  return {
    title,
    line: spoken(blocks),
    sections: parts.map((part) => ({ title: part.title, html: htmlOf(part.blocks) })),
  }
}

const decoded = (html: string): string =>
  html
    // The small words beside a field's name are its type.
    .replaceAll(/<thead>.*?<\/thead>|<wbr>|<span class="small">(?!\d)(?:(?!<\/th>|<\/td>).)*(?=<\/th>)/g, '')
    .replaceAll(/<(?!\/?(?:code|strong|a|em)\b)[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    // Each call's address begins with it.
    .replaceAll(SOME_ORIGIN, '')

const spoken = (blocks: readonly Block[], withoutTables = false): string =>
  decoded(
    blocks
      .map((block) => (block.kind === 'html' ? block.html : ' '))
      .join(' ')
      .replaceAll(/<table\b.*?<\/table>/gs, (table) => (withoutTables ? '' : table)),
  )
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The page and its sections for the search. Examples only repeat their tables, in several languages. */
export const searchEntries = ({ name, title, intro, sections }: GuidePage): SearchEntry[] => {
  const path = addressOf(name)
  const below = (each: Section, under: readonly string[]): SearchEntry[] => [
    {
      path: `${path}#${each.id}`,
      title: each.title,
      under,
      // The page of errors has them with every call's advice.
      text: each.id.endsWith('-errors') ? '' : spoken(each.blocks, isFurtherCall(each.id)),
    },
    ...each.parts.flatMap((part) => below(part, [...under, each.title])),
  ]
  const under = name === 'api' ? title : 'Guide'
  return [
    { path, title, under: [under], text: spoken(intro) },
    ...sections.flatMap((section) => below(section, name === 'api' ? [title] : ['Guide', title])),
  ]
}
