import type { FastifyRequest } from 'fastify'
import type { Client } from '../../merchants/caller.ts'

/** The address and the browser that a request came from, for the record of security events. */
export const clientOfRequest = ({ ip, headers }: FastifyRequest): Client => ({
  address: ip,
  userAgent: headers['user-agent'] ?? '',
})
