import { Fragment, type ReactNode } from 'react'
import { formatMessage, translate, type Values } from './translate.ts'

type Tags = Readonly<Record<string, (text: string) => ReactNode>>

const COMMON_TAGS: Tags = {}

const TAGGED = /<(\w+)>([^<]*)<\/\1>/g

/**
 * Returns a translated text with elements for its tags, which do not nest; `<b>` is predefined. Values are inserted last, so that
 * they cannot contain tags. Example:
 * `richText('No account? <link>Sign up</link>', { link: (text) => <Link to={paths.register}>{text}</Link> })`.
 */
export function richText(english: string, tags: Tags = {}, values: Values = {}): ReactNode {
  const text = translate(english)
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(TAGGED)) {
    const [whole, tag = '', inside = ''] = match
    const shown = formatMessage(inside, values)
    parts.push(
      formatMessage(text.slice(end, match.index), values),
      (tags[tag] ?? COMMON_TAGS[tag])?.(shown) ?? shown,
    )
    end = match.index + whole.length
  }
  parts.push(formatMessage(text.slice(end), values))
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>)
}
