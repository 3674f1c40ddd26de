import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Shop, ShopCaller } from '../../testing/shop.ts'

export const FIXED = { title: 'Yoga in November', price: { kind: 'fixed', amount: '499.00' } }
export const CHOICE = { title: 'Temple fund', price: { kind: 'choice', min: '10.00', max: '5000.00' } }
export const ITEMS = {
  title: 'Tea stall',
  price: {
    kind: 'items',
    items: [
      { name: 'Masala tea', price: '15.00' },
      { name: 'Samosa', price: '20.50' },
    ],
  },
}

export const createLink = async (owner: ShopCaller, body: object): Promise<string> => {
  const created = await owner.post('/user/reusable-links', body)
  expect(created.statusCode, created.body).toBe(200)
  return created.json().data.code
}

interface From {
  readonly address?: string
  readonly headers?: Record<string, string>
}

let customers = 0
/** A new address for each customer. */
const nextAddress = (): string => {
  customers += 1
  return `198.51.100.${customers % 250}`
}

/** A customer's browser. */
export const customerOf = (shop: Shop, { address = nextAddress(), headers = {} }: From = {}) => {
  const open = (code: string, query = ''): Promise<LightMyRequestResponse> =>
    shop.call({ method: 'GET', url: `/l/${code}${query}`, remoteAddress: address, headers })
  const send = (code: string, fields: Readonly<Record<string, string>>, query = '') =>
    shop.call({
      method: 'POST',
      url: `/l/${code}${query}`,
      remoteAddress: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    })
  return {
    open,
    send,
    /** Opens the page, fills the form in and sends it. */
    async order(code: string, fields: Readonly<Record<string, string>> = {}) {
      const token = tokenIn((await open(code)).body)
      return send(code, { token, name: 'Asha Rao', ...fields })
    },
  }
}

export const tokenIn = (page: string): string => {
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1]
  if (token === undefined) throw new Error(`no form in ${page.slice(page.indexOf('<main'))}`)
  return token
}

/** Returns the order to which a sent form redirects. */
export const orderOf = (reply: LightMyRequestResponse): string => {
  expect(reply.statusCode, reply.body).toBe(303)
  return String(reply.headers.location).replace(/^\/pay\/|\?.*$/g, '')
}

/** Pays an order in the simulator. */
export const pay = async (shop: Shop, orderId: string): Promise<void> => {
  const page = await shop.call({ method: 'GET', url: `/pay/${orderId}` })
  const upi = decodeURIComponent(/\/simulator\?upi=([^"]+)"/.exec(page.body)?.[1] ?? '')
  const paid = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi } })
  expect(paid.statusCode, paid.body).toBe(200)
}

export const mainOf = (reply: LightMyRequestResponse): string =>
  reply.body.slice(reply.body.indexOf('<main'), reply.body.indexOf('</main>'))
