import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '../escape-markup.ts'
import { isRecord } from '../json.ts'
import { setPagePolicy } from './page-policy.ts'

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;padding:15vh 16px;font:16px/1.5 system-ui,sans-serif;text-align:center}' +
  'h1{font-size:20px;margin:0 0 8px;overflow-wrap:anywhere}p{margin:0 0 24px;opacity:.7;font-size:14px}a{color:LinkText;display:inline-block;padding:10px}'

const POLICY = {
  contentSecurityPolicy: [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  referrerPolicy: 'no-referrer',
}

/**
 * Whether a browser shows the reply as a page. Not by `Accept`: libraries send `text/html` too. Browsers that do not trust the address leave
 * out `Sec-Fetch-Mode`, and send the other header with navigations only.
 */
const isNavigation = ({ headers }: FastifyRequest): boolean => {
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? headers['upgrade-insecure-requests'] === '1' : mode === 'navigate'
}

const textAt = (record: unknown, name: string): string => {
  const value = isRecord(record) ? record[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** The message of a reply of the API, with where to go from there. */
const pageOf = (reply: unknown, requestId: string): string => {
  const message = textAt(reply, 'msg')
  const payment = textAt(isRecord(reply) ? reply.data : undefined, 'payment_url')
  const [href, label] = payment === '' ? ['/', 'Go to the home page'] : [payment, 'Open the payment page']
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><title>${escapeHtml(message)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(message)}</h1>` +
    `<p>${escapeHtml(requestId)}</p><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></main></body></html>`
  )
}

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** A person who follows a link or sends a form sees a page and never JSON: of every error, and of every reply to a form. */
export const showPagesToBrowsers = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isShown = reply.statusCode >= 400 || request.method === 'POST'
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json')
    if (!isShown || !isJson || typeof payload !== 'string' || !isNavigation(request)) return done()
    setPagePolicy(reply, POLICY)
    reply.type('text/html; charset=utf-8').removeHeader('content-length')
    done(null, pageOf(parsed(payload), request.id))
  })
}
