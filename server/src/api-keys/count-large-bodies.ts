import type { FastifyInstance } from 'fastify'
import { refusalFor } from '../platform/http/error-replies.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Authenticators } from './authenticate.ts'

const TOO_LARGE = 413

/**
 * Counts calls whose body is too large, which are refused before any endpoint counts its calls, and adds the rate-limit headers. The key in
 * such a body is unknown. Register before the routes.
 */
export const countLargeBodies = (
  app: FastifyInstance,
  { limitKey }: Pick<Authenticators, 'limitKey'>,
): void => {
  app.addHook('onError', (request, reply, error, done) => {
    if (request.routeOptions.config.anyOrigin === true && refusalFor(error).status === TOO_LARGE) {
      try {
        limitKey(request, reply)
      } catch (refusal) {
        // It is refused already, for its real reason.
        if (!(refusal instanceof Refusal)) throw refusal
      }
    }
    done()
  })
}
