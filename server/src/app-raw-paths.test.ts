import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../testing/shop.ts'

let shop: Shop
let app: FastifyInstance
let port: number
const watch = (message: unknown): void => {
  ;({ fastify: app } = message as { fastify: FastifyInstance })
}

beforeAll(async () => {
  subscribe('fastify.initialization', watch)
  shop = await openShop()
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => {
  unsubscribe('fastify.initialization', watch)
  return shop.close()
})

/** As a client sends it that does not normalize the path. */
const statusOf = async (path: string): Promise<number> => {
  const socket = connect(port, '127.0.0.1')
  socket.end(`GET ${path} HTTP/1.1\r\nhost: localhost:3000\r\nconnection: close\r\n\r\n`)
  let answer = ''
  for await (const data of socket) answer += String(data)
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}

test.each([
  '/../x',
  '/../x.js',
  '/../../package.json',
  '/a/./b',
  '/a/./b.js',
  '/..%2f',
  '/..%2fpackage.json',
  '/%2e%2e/package.json',
  '/assets/../../package.json',
  '/.well-known/../..',
  '/.well-known/../../x.txt',
  '/.env',
  '/api/v1/..',
  '/api/v1/../../x.js',
  '/..\\package.json',
])('the path %s with unresolved dots is not found', async (path) => {
  expect(await statusOf(path)).toBe(404)
})
