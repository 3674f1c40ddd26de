import { ALERT_TEXT_CHARS_MAX } from '@galla/contract/bank-alerts/alerts'
import PostalMime from 'postal-mime'
import { htmlText } from './html-text.ts'

const NESTING_MAX = 20
const HEADERS_BYTES_MAX = 128 * 1024

interface FieldValue {
  readonly parsed: {
    readonly value: string
    readonly params: { readonly name?: unknown; readonly filename?: unknown }
  }
}
interface MimePart {
  readonly contentType: FieldValue
  readonly contentDisposition: FieldValue
}

/** The library includes texts with a file name, unless they are marked as attachments. This parser excludes them. */
class BodyParser extends PostalMime {
  isInlineTextNode({ contentType, contentDisposition }: MimePart): boolean {
    const { value, params } = contentType.parsed
    return (
      (value === 'text/plain' || value === 'text/html') &&
      contentDisposition.parsed.value !== 'attachment' &&
      params.name === undefined &&
      contentDisposition.parsed.params.filename === undefined
    )
  }
}

/** Extracts the text of a signed e-mail: the visible text of its HTML, or its plain text. Attachments are not parsed. */
export const emailText = async (
  raw: Uint8Array,
): Promise<{ readonly subject: string; readonly text: string; readonly to: readonly string[] }> => {
  const email = await new BodyParser({
    forceRfc822Attachments: true,
    maxNestingDepth: NESTING_MAX,
    maxHeadersSize: HEADERS_BYTES_MAX,
  }).parse(raw)
  const visible = email.html === undefined ? '' : htmlText(email.html)
  // Some banks send an empty HTML part.
  const text = visible.trim() === '' ? withoutQuotes(email.text ?? '') : visible
  const to = (email.to ?? []).flatMap((each) => (each.group === undefined ? [each.address] : []))
  return {
    subject: (email.subject ?? '').toWellFormed(),
    text: trimLines(text).slice(0, ALERT_TEXT_CHARS_MAX).toWellFormed(),
    to: to.map((address) => address.toLowerCase()),
  }
}

const withoutQuotes = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join('\n')

const trimLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
