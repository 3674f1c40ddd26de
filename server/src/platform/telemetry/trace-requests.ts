import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tracing } from './tracing.ts'

/** A span for each request but the quiet ones: health checks and status polls, of which there are thousands a second. */
export const traceRequests = (app: FastifyInstance, tracing: Tracing): void => {
  const ends = new WeakMap<FastifyRequest, ReturnType<Tracing['begin']>>()
  // Once the body is there: what reads it runs in the socket's own context.
  app.addHook('preValidation', (request, reply, done) => {
    const { config, url = '/unknown' } = request.routeOptions
    if (config.quiet === true) return done()
    const attributes = { 'http.request.method': request.method, 'http.route': url }
    ends.set(request, tracing.begin(`${request.method} ${url}`, attributes, reply.elapsedTime, done))
  })
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { statusCode } = reply
    ends.get(request)?.({ 'http.response.status_code': statusCode }, statusCode >= 500)
  })
}
