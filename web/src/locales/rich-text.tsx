import { Fragment, type ReactNode } from 'react'
import { formatMessage, translate, type Values } from './translate.ts'

type Tags = Readonly<Record<string, (text: string) => ReactNode>>

const COMMON_TAGS: Tags = {}

const TAGGED = /<(\w+)>([^<]*)<\/\1>/g

/**
 * Gives a text with links or other elements inside, marked by tags that do not nest; `<b>` is known. Values are filled in last, so theirs are no tags:
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
  // The parts of one text never change their places.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>)
}
