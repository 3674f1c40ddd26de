import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ORIGIN } from './place.ts'

/** As strict as the guide recommends for shops. */
const POLICY = [
  "default-src 'none'",
  `script-src ${ORIGIN} 'nonce-shop'`,
  `connect-src ${ORIGIN}`,
  'img-src data:',
].join('; ')

/** A shop's page at another origin, with a script of Galla and the shop's own code. */
export const openForeignPage = async (script: string, code: string) => {
  const html = `<!doctype html><html lang="en"><title>A shop</title><main><h1>A shop</h1>
<button id="buy">Buy</button><output id="output" aria-label="Output"></output></main>
<script src="${ORIGIN}${script}"></script><script nonce="shop">${code}</script></html>`
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY })
      .end(html),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
