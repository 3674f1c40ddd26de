import { expect, onTestFinished, test } from 'vitest'
import { startFakeDns } from '../../../testing/fake-dns.ts'
import { resolveVettedAddresses } from './vetted-address.ts'

const SILENT_NAMES = 40

test('names whose name servers do not respond delay no other name', async () => {
  const dns = await startFakeDns()
  onTestFinished(() => dns.close())
  const gaveUp = new AbortController()
  const resolve = (host: string) =>
    resolveVettedAddresses(host, { allowPrivate: false, signal: gaveUp.signal, nameServers: [dns.server] })

  const waiting = Array.from({ length: SILENT_NAMES }, async (_, n) => {
    dns.silent.add(`silent-${n}.example.com`)
    return resolve(`silent-${n}.example.com`)
  })
  const refused = waiting.map((each) => expect(each).rejects.toMatchObject({ code: 'dns_failed' }))
  dns.addresses.set('shop.example.com', '8.8.8.8')
  expect(await resolve('shop.example.com')).toEqual([{ address: '8.8.8.8', family: 4 }])
  gaveUp.abort()
  await Promise.all(refused)
})

test('a name with a private address is refused, and one without an address is not found', async () => {
  const dns = await startFakeDns()
  onTestFinished(() => dns.close())
  dns.addresses.set('rebound.example.com', '169.254.169.254')
  const resolve = (host: string) =>
    resolveVettedAddresses(host, {
      allowPrivate: false,
      signal: new AbortController().signal,
      nameServers: [dns.server],
    })
  await expect(resolve('rebound.example.com')).rejects.toMatchObject({ code: 'private_address' })
  await expect(resolve('nothing.example.com')).rejects.toMatchObject({ code: 'dns_failed' })
  await expect(resolve('localhost')).rejects.toMatchObject({ code: 'private_address' })
  await expect(resolve('api.localhost.')).rejects.toMatchObject({ code: 'private_address' })
})
