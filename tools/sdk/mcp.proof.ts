import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openShop } from '../../server/testing/shop.ts'
import { buildSdk, installSdk, outputOf } from './installed-sdk.ts'
import { payByAgent } from './mcp-story.ts'

const PROTOCOL = fileURLToPath(new URL('../../node_modules/@modelcontextprotocol', import.meta.url))

test('the installed command serves an agent, and says what to install where the protocol is missing', async () => {
  await buildSdk()
  const shop = await openShop()
  const origin = await shop.app.http.listen({ host: '127.0.0.1', port: 0 })
  const sdk = await installSdk(origin)
  try {
    const merchant = await shop.merchant()
    const env = { GALLA_URL: origin, GALLA_API_KEY: merchant.key }
    expect(await outputOf(sdk.command(['mcp'], env))).toContain('npm install @modelcontextprotocol/server@')
    symlinkSync(PROTOCOL, join(sdk.folder, 'node_modules/@modelcontextprotocol'))
    const command = join(sdk.folder, 'node_modules/.bin/galla-sdk')
    await payByAgent([command, 'mcp', '--create'], shop, merchant, origin)
  } finally {
    await shop.close()
    sdk.remove()
  }
}, 240_000)
