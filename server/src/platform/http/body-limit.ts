import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { systemClock } from '../clock.ts'
import { Refusal } from '../refusal.ts'

/** Time for the reply to arrive. Closing a connection with unread bytes resets it, and the reply is lost. */
const LINGER_MS = 1_000

/** Undefined when the request does not declare the length of its body. */
const declaredBytes = ({ headers }: FastifyRequest): number | undefined =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined

/** True when the rest of the body is not read, so the connection cannot be used again. */
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
 * Limits bodies to the maximum of their route, even when no handler reads them. A body that declares to be longer is refused before a byte
 * is read. After the reply to one that declares no length and has not ended, the connection is closed, because Node would go on reading.
 */
export const limitBodies = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const isTooLong = (declaredBytes(request) ?? 0) > request.routeOptions.bodyLimit
    done(isTooLong ? new Refusal('too_large') : undefined)
  })
  // The body is not read until the error is answered.
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
