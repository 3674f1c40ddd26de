import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { systemClock } from '../clock.ts'
import { Refusal } from '../refusal.ts'

/** Time for the answer to arrive. A connection that is closed while bytes of it wait unread is reset, and the answer with it. */
const LINGER_MS = 1_000

/** Undefined: the request does not say how long its body is. */
const declaredBytes = ({ headers }: FastifyRequest): number | undefined =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined

/** Whether the rest of its body is not read, so that nothing can follow on the connection. */
const isCut = (request: FastifyRequest): boolean => {
  const declared = declaredBytes(request)
  return declared === undefined ? !request.raw.complete : declared > request.routeOptions.bodyLimit
}

/** Ends the connection after the reply, reads nothing more, and closes it a moment later. */
const closeAfterReply = (socket: Socket): void => {
  socket.destroySoon = () => {
    socket.end()
    // Node lets an unread body flow once more when its answer has ended.
    setImmediate(() => socket.pause())
    const closing = systemClock.after(LINGER_MS, () => socket.destroy())
    socket.once('close', () => closing.stop())
  }
}

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
  // What a route does about its error takes time, in which nobody reads the body.
  app.addHook('onError', (request, _reply, _error, done) => {
    if (isCut(request)) request.raw.pause()
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isCut(request)) {
      reply.header('connection', 'close')
      closeAfterReply(request.raw.socket)
    }
    done()
  })
}
