// Not the joiners U+200C and U+200D, which Indian scripts need.
import { escapeHtml } from '../escape-markup.ts'
import type { Email } from './mail.ts'

const INVISIBLE = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/gu
const DOT_IN_ADDRESS = /[.\u3002\uff0e\uff61](?=[\u200c\u200d]*\p{L})/gu
const COLON_OF_SCHEME = /(?<=\p{L})[:\uff1a](?=\S)/gu

/**
 * Returns a text in which no mail program recognizes a link. Strangers write the names of merchants and payers, and "Galla.com
 * verify-now.in" in our email must not be clickable. Amounts, times and sentences stay as they are.
 */
export const preventLinks = (text: string): string =>
  text.replace(INVISIBLE, ' ').replace(DOT_IN_ADDRESS, '. ').replace(COLON_OF_SCHEME, ': ')

export interface EmailParts {
  readonly to: string
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  readonly action: { readonly label: string; readonly url: string }
  readonly footnote: string
  /** Left out for English. */
  readonly language?: {
    readonly tag: string
    readonly direction: 'ltr' | 'rtl'
    /** The text before the URL of the link. */
    readonly openAddress: string
  }
}

const ENGLISH = { tag: 'en', direction: 'ltr', openAddress: 'Or open this address' } as const

const BODY =
  'margin:0;padding:24px;background:#f6f7f9;color:#14181f;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif'
const CARD =
  'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #d9dde3;border-radius:16px'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:10px;background:#0b57d0;color:#ffffff;font-weight:600;text-decoration:none'
const SMALL = 'margin:24px 0 0;font-size:14px;color:#545d6b;overflow-wrap:anywhere'

/**
 * Renders an email as plain text and as simple HTML with the same content: a heading, one link, and the URL of the link to read and copy.
 * It has no images and loads nothing.
 */
export const renderEmail = ({ to, action, footnote, language = ENGLISH, ...parts }: EmailParts): Email => {
  // These may contain text of other people. The only link is the action's.
  const [subject, greeting] = [preventLinks(parts.subject), preventLinks(parts.greeting)]
  const paragraphs = parts.paragraphs.map(preventLinks)
  return {
    to,
    subject,
    text: [greeting, ...paragraphs, action.url, footnote].join('\n\n'),
    html: [
      '<!doctype html>',
      `<html lang="${language.tag}"${language.direction === 'rtl' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title>`,
      '<meta name="viewport" content="width=device-width"></head>',
      `<body style="${BODY}"><main style="${CARD}">`,
      `<h1 style="margin:0 0 16px;font-size:22px">${escapeHtml(subject)}</h1>`,
      ...[greeting, ...paragraphs].map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`),
      `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`,
      `<p style="${SMALL}">${escapeHtml(language.openAddress)}: ${escapeHtml(action.url)}</p>`,
      `<p style="${SMALL}">${escapeHtml(footnote)}</p>`,
      '</main></body></html>',
    ].join('\n'),
  }
}
