import type { InjectOptions, LightMyRequestResponse } from 'fastify'

type Call = (options: InjectOptions) => Promise<LightMyRequestResponse>

/** What the documented samples of the two gateways do, in the way their language does it; the host name is the only change. */

/** The vendor's PHP sample: JSON by curl, and `die()` at any status but 200. */
export const phpSample =
  (call: Call) =>
  async (path: string, fields: object): Promise<{ status: unknown; msg: string; data?: never }> => {
    const reply = await call({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(fields),
    })
    if (reply.statusCode !== 200) throw new Error('die()')
    return JSON.parse(reply.body)
  }

/** `http_build_query` and curl: a form without any thought of its content type. */
export const phpForm =
  (call: Call) =>
  async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const reply = await call({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    })
    if (reply.statusCode !== 200) throw new Error('die()')
    return JSON.parse(reply.body)
  }

/** axios: throws away the sentence of everything but 2xx, and asks `!body.status`. */
export const axiosClient =
  (call: Call) =>
  async (path: string, fields: object): Promise<Record<string, unknown>> => {
    const reply = await call({ method: 'POST', url: path, payload: fields })
    if (reply.statusCode < 200 || reply.statusCode > 299)
      throw new Error(`Request failed with status code ${reply.statusCode}`)
    const body: { status: unknown; msg: string; data: Record<string, unknown> } = JSON.parse(reply.body)
    if (!body.status) throw new Error(body.msg)
    return body.data
  }

/** The Java and Flutter models: each field by its type, and nothing is converted. */
export const typedModel = (body: string) => {
  const sent: unknown = JSON.parse(body)
  const field = (of: unknown, name: string, type: string): unknown => {
    const value = (of as Record<string, unknown>)[name]
    const found = Number.isSafeInteger(value) ? 'int' : typeof value
    if (found !== type) throw new TypeError(`type '${found}' is not a subtype of type '${type}' of '${name}'`)
    return value
  }
  const data = field(sent, 'data', 'object')
  const intent = field(data, 'upi_intent', 'object')
  return {
    status: field(sent, 'status', 'boolean'),
    msg: field(sent, 'msg', 'string'),
    orderId: field(data, 'order_id', 'int') as number,
    paymentUrl: field(data, 'payment_url', 'string') as string,
    gpayLink: field(intent, 'gpay_link', 'string') as string,
    phonepeLink: field(intent, 'phonepe_link', 'string'),
    paytmLink: field(intent, 'paytm_link', 'string'),
    bhimLink: field(intent, 'bhim_link', 'string') as string,
  }
}
