import { isLoopbackHost } from '@galla/contract/loopback-host'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses an unsafe call from another site, as the browser reports it. A program that is no browser sends neither header, and has no
 * cookies of a user.
 */
export const assertSameOrigin = (request: FastifyRequest, publicUrl: URL): void => {
  if (SAFE_METHODS.has(request.method)) return
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin !== undefined && !isOwn(origin, host, publicUrl))
    throw isOfHost(origin, host)
      ? // Not another site: our own page, opened under another address than the one that its cookies and links belong to.
        new Refusal('foreign_origin', { msg: `Open Galla at ${publicUrl.origin}, its own address` })
      : new Refusal('foreign_origin')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('foreign_origin')
}

const isOfHost = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && new URL(origin).host === host

const isOwn = (origin: string, host: string | undefined, publicUrl: URL): boolean => {
  if (origin === publicUrl.origin) return true
  // On the developer's machine the same server is 127.0.0.1, localhost and [::1].
  return (
    isLoopbackHost(publicUrl.hostname) && isOfHost(origin, host) && isLoopbackHost(new URL(origin).hostname)
  )
}

/** A socket's address. */
export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address)
