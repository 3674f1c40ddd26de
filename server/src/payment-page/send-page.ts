import type { FastifyReply, FastifyRequest } from 'fastify'
import { pack } from '../platform/http/pack-text.ts'
import { type PagePolicy, setPagePolicy } from '../platform/http/page-policy.ts'

export const NOT_INDEXED = 'noindex, nofollow'

/** A page for customers may load its own style, our script if it has one, and nothing from other servers. */
export const customerPagePolicy = (
  styleHash: string,
  { hasScript, referrerPolicy }: { readonly hasScript: boolean; readonly referrerPolicy: string },
): PagePolicy => ({
  contentSecurityPolicy: [
    "default-src 'none'",
    ...(hasScript ? ["script-src 'self'"] : []),
    `style-src '${styleHash}'`,
    ...(hasScript ? ["connect-src 'self'"] : []),
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  referrerPolicy,
})

/** Packed, not indexed, under its own policy. */
export const sendPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  html: string,
  policy: PagePolicy,
): Promise<FastifyReply> => {
  setPagePolicy(reply, policy)
  const { body, encoding } = await pack(html, request.headers['accept-encoding'])
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  return reply
    .code(status)
    .header('vary', 'accept-encoding, accept-language, user-agent')
    .header('x-robots-tag', NOT_INDEXED)
    .type('text/html; charset=utf-8')
    .send(body)
}
