import type { FastifyReply } from 'fastify'

/** What a browser may do with a reply. */
export interface PagePolicy {
  readonly contentSecurityPolicy: string
  readonly referrerPolicy: string
}

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries({
    'default-src': "'none'",
    ...directives,
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

const REFERRER = 'strict-origin-when-cross-origin'

/** Replies that are not pages load nothing. */
export const DATA_POLICY: PagePolicy = {
  contentSecurityPolicy: policy({ 'form-action': "'none'" }),
  referrerPolicy: REFERRER,
}

/** The web app: Mantine puts styles into elements with the nonce, and into attributes. */
export const webPagePolicy = (nonce: string, referrerPolicy = REFERRER): PagePolicy => ({
  contentSecurityPolicy: policy({
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
  }),
  referrerPolicy,
})

const policies = new WeakMap<FastifyReply, PagePolicy>()

/** Lets one reply be a page; without it a reply loads nothing. */
export const setPagePolicy = (reply: FastifyReply, page: PagePolicy): void => void policies.set(reply, page)

export const pagePolicyOf = (reply: FastifyReply): PagePolicy => policies.get(reply) ?? DATA_POLICY
