import type { FastifyInstance } from 'fastify'
import { refusalFor } from '../platform/http/error-replies.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Authenticators } from './authenticate.ts'

const TOO_LARGE = 413

/**
 * A body that is too large is refused before any endpoint has asked how often its key calls: here it is counted, and told what is
 * left. Of a key in that body nothing is known. To be added before the routes.
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
        // It is refused already, and by what is the matter with it.
        if (!(refusal instanceof Refusal)) throw refusal
      }
    }
    done()
  })
}
