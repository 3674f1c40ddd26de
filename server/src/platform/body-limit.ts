import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

/** Undefined: the request does not say how long its body is. */
const declaredBytes = ({ headers }: FastifyRequest): number | undefined =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined

/**
 * Cuts bodies at the limit of their route, also where nobody reads them: one that says that it is longer is refused before a byte
 * of it is read, and behind the answer to one that does not say how long it is, and has not ended, the connection is closed. Node
 * would go on reading such a body for nothing.
 */
export const limitBodies = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const isTooLong = (declaredBytes(request) ?? 0) > request.routeOptions.bodyLimit
    done(isTooLong ? new Refusal('too_large') : undefined)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const declared = declaredBytes(request)
    const isCut = declared === undefined ? !request.raw.complete : declared > request.routeOptions.bodyLimit
    if (isCut) reply.header('connection', 'close')
    done()
  })
}
