import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { systemClock } from '../clock.ts'
import { Refusal } from '../refusal.ts'

/** The time for the reply to arrive: closing a connection with unread bytes resets it, and the client may lose the reply. */
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
    // Node resumes an unread body when the reply has ended.
    setImmediate(() => socket.pause())
    const closing = systemClock.after(LINGER_MS, () => socket.destroy())
    socket.once('close', () => closing.stop())
  }
}

/**
 * Limits bodies to the maximum of their route, even if no handler reads them. A body that declares a longer length is refused unread. If a
 * body without a declared length has not ended at the reply, the connection is closed, because Node would continue to read it.
 */
export const limitBodies = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const isTooLong = (declaredBytes(request) ?? 0) > request.routeOptions.bodyLimit
    done(isTooLong ? new Refusal('too_large') : undefined)
  })
  // Stops reading the body until the error is sent.
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
