/** Elements whose content is invisible, or not written by the bank. */
const UNSEEN = new Set('head style script title template noscript blockquote svg object select'.split(' '))
const BREAKS = new Set('br p div tr td th li table h1 h2 h3 h4 h5 h6 hr'.split(' '))
/** Elements without content and end tag. */
const VOID = new Set('br hr img input meta link area base col embed source wbr'.split(' '))
const HIDING_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i
const HIDING_ATTRIBUTE = /(?:^|\s)hidden(?=[\s=/]|$)/i
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rupee: '₹',
  ndash: '-',
  mdash: '-',
  rsquo: "'",
  lsquo: "'",
  copy: '©',
  zwnj: '',
  shy: '',
}
const HTML_CHARS_MAX = 500_000

/**
 * Extracts the visible text of an HTML e-mail, in linear time for any HTML. An unclosed comment or hidden element hides everything after it, so
 * broken HTML loses text but never shows other text.
 */
export const htmlText = (html: string): string => {
  const text = html.slice(0, HTML_CHARS_MAX)
  const out: string[] = []
  /** The hidden element around the position, and how many elements of its name are open. */
  let hiding: { readonly tag: string; depth: number } | undefined
  const starts = /<[a-z!?/]/gi
  let position = 0
  while (position < text.length) {
    starts.lastIndex = position
    const open = starts.exec(text)?.index
    if (hiding === undefined) out.push(text.slice(position, open))
    if (open === undefined) break
    const tag = tagAt(text, open)
    if (tag === undefined) break
    position = tag.end
    if (tag.name === '') continue
    if (hiding !== undefined) {
      if (tag.name === hiding.tag) hiding.depth += tag.isEnd ? -1 : 1
      if (hiding.depth === 0) hiding = undefined
    } else if (!tag.isEnd && !VOID.has(tag.name) && (UNSEEN.has(tag.name) || isHidden(tag.attributes)))
      hiding = { tag: tag.name, depth: 1 }
    else if (BREAKS.has(tag.name)) out.push('\n')
  }
  return decodeEntities(out.join(''))
}

const isHidden = (attributes: string): boolean =>
  HIDING_STYLE.test(attributes) || HIDING_ATTRIBUTE.test(attributes.replaceAll(/"[^"]*"|'[^']*'/g, ''))

interface Tag {
  /** Empty for a comment or a declaration. */
  readonly name: string
  readonly isEnd: boolean
  readonly attributes: string
  readonly end: number
}

/** Parses the tag or comment at `start`; undefined if it does not end. */
const tagAt = (text: string, start: number): Tag | undefined => {
  const nothing = (end: number): Tag | undefined =>
    end < 0 ? undefined : { name: '', isEnd: false, attributes: '', end }
  if (text.startsWith('<!--', start)) {
    const end = text.indexOf('-->', start + 4)
    return nothing(end < 0 ? -1 : end + 3)
  }
  const isEnd = text[start + 1] === '/'
  const [name = ''] = /^[a-z][a-z0-9:-]{0,30}/i.exec(text.slice(start + (isEnd ? 2 : 1), start + 40)) ?? []
  const from = start + 1 + name.length
  const end = endOfTag(text, from)
  return end === undefined
    ? undefined
    : { name: name.toLowerCase(), isEnd, attributes: text.slice(from, end - 1), end }
}

/** The position after the `>` that is not inside a quoted attribute. */
const endOfTag = (text: string, from: number): number | undefined => {
  let quote = ''
  for (let position = from; position < text.length; position += 1) {
    const character = text[position] ?? ''
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return position + 1
  }
  return undefined
}

const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi,
    (all, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? all
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : ' '
    },
  )
