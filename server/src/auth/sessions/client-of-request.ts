import type { FastifyRequest } from 'fastify'
import type { Client } from '../../merchants/caller.ts'

/** Returns the address and browser of a request, for the record of security events. */
export const clientOfRequest = ({ ip, headers }: FastifyRequest): Client => ({
  address: ip,
  userAgent: headers['user-agent'] ?? '',
})
