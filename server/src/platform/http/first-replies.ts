import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'

/** The page does not wait longer for a slow database; the app asks itself then. */
const WAIT_MS_MAX = 400

/**
 * Makes the calls that a page makes first, as the browser would with the same session, and returns an element with the replies for the
 * page's HTML. Undefined for a visitor without a session, and while the first call fails: it is the session's.
 */
export const firstReplies = async (
  app: FastifyInstance,
  request: FastifyRequest,
  clock: Clock,
  asked: readonly string[],
): Promise<string | undefined> => {
  const { cookie, 'user-agent': agent, 'x-forwarded-for': forwarded } = request.headers
  if (cookie === undefined || asked.length === 0 || !isOwnNavigation(request)) return undefined
  const headers = {
    cookie,
    ...(agent === undefined ? {} : { 'user-agent': agent }),
    ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
  }
  const remoteAddress = request.socket.remoteAddress ?? request.ip
  const replies = Promise.all(
    asked.map(async (url) => {
      const call = app.hasRoute({ method: 'POST', url }) ? ({ method: 'POST', payload: {} } as const) : {}
      return { url, reply: await app.inject({ url, headers, remoteAddress, ...call }) }
    }),
  ).catch(() => [])
  const late = Promise.withResolvers<[]>()
  const timer = clock.after(WAIT_MS_MAX, () => late.resolve([]))
  const known = (await Promise.race([replies, late.promise])).filter(({ reply }) => reply.statusCode === 200)
  timer.stop()
  if (known[0]?.url !== asked[0]) return undefined
  const json = known.map(({ url, reply }) => `${JSON.stringify(url)}:${reply.body}`).join(',')
  // A data block; a name in it may end the element or open a comment.
  return `<script type="application/json" id="first-replies" data-date="${clock.now().toUTCString()}">{${json.replaceAll('<', '\\u003c')}}</script>`
}

/** A foreign page learns nothing from how long the reply takes, or how well it is compressed. */
const isOwnNavigation = ({ headers }: FastifyRequest): boolean =>
  ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined)
