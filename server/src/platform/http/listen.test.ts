import { createServer } from 'node:net'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { listen } from './listen.ts'

const app = fastify()
afterEach(() => app.close())

test('listen waits for a port that its previous process frees within seconds', async () => {
  const port = await freePort()
  const predecessor = createServer()
  await new Promise<void>((resolve) => predecessor.listen(port, '127.0.0.1', resolve))
  const listening = listen(app, { port, host: '127.0.0.1' })
  predecessor.close()
  await listening
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
})

test('listen refuses a port that stays in use with a clear message', async () => {
  const port = await freePort()
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  await expect(listen(fastify(), { port, host: '127.0.0.1' })).rejects.toThrow(
    `PORT ${port} is in use; stop what listens there or set another`,
  )
  other.close()
})
