import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWooShop, PHP_IS_HERE, type WooShop } from './woocommerce-shop.ts'

const PLUGIN = new URL('../../plugins/woocommerce/galla-upi/', import.meta.url).pathname
const INCLUDES = readdirSync(`${PLUGIN}includes`)
const source = (path: string): string => readFileSync(`${PLUGIN}${path}`, 'utf8')

interface Words {
  readonly text: string
  readonly description: string
  readonly icon: string
  readonly method: string
}

interface Blocks {
  readonly data: Words & { readonly badge: string }
  readonly known: Readonly<Record<string, readonly unknown[]>>
}

/** What a shop's owner and WordPress itself see of the plugin. */
describe.skipIf(!PHP_IS_HERE)('the WooCommerce plugin in its shop', () => {
  let shop: WooShop
  beforeAll(async () => {
    shop = await openWooShop()
  })
  afterAll(() => shop.close())
  afterEach(() => {
    const { crashes = [] } = shop.state()
    shop.change((each) => {
      each.crashes = []
    })
    expect(crashes).toEqual([])
  })

  let id = 900
  const newOrder = (over: object = {}): number => {
    id += 1
    shop.changeOrder(id, over)
    return id
  }
  const save = async (over: Record<string, string>): Promise<string[]> => {
    shop.change((each) => {
      each.messages = []
    })
    const typed = { ...shop.state().settings, ...over }
    const form = Object.fromEntries(
      Object.entries(typed).map(([name, value]) => [`woocommerce_galla_upi_${name}`, value]),
    )
    await shop.ask('/save', form)
    return shop.state().messages ?? []
  }

  test('is not offered without its settings, in another currency or above the maximal amount', async () => {
    expect(await shop.ask('/available')).toBe(true)
    expect(await shop.ask('/available?total=1000000')).toBe(true)
    expect(await shop.ask('/available?total=1000000.01')).toBe(false)
    const missing: readonly Record<string, string>[] = [
      { currency: 'USD' },
      { base_url: '' },
      { api_key: '' },
      { webhook_secret: '' },
      { enabled: 'no' },
    ]
    for (const over of missing)
      expect(await shop.withSettings(over, () => shop.ask('/available'))).toBe(false)
  })

  test('refuses an order in another currency without a call to Galla', async () => {
    expect(await shop.checkout(newOrder({ currency: 'USD' }))).toMatchObject({ result: 'failure' })
    expect(shop.state().notices.at(-1)).toContain('only Indian rupees')
    expect(shop.orderOf(id).meta).toBeUndefined()
  })

  test.each([
    ['1499.5', '1499.50'],
    ['0.29', '0.29'],
    ['1234567', null],
    ['19.999', '20.00'],
    ['19.994', '19.99'],
    ['4.35', '4.35'],
    ['10', '10.00'],
  ])('collects a total of %s as %s, without rounding errors', async (total, collected) => {
    const { result } = await shop.checkout(newOrder({ total }))
    expect(result).toBe(collected === null ? 'failure' : 'success')
    if (collected === null) return
    const client_txn_id = shop.orderOf(id).meta?._galla_client_txn_id
    const headers = { authorization: `Bearer ${shop.merchant.key}` }
    const url = '/api/v1/order/check-order-status'
    const reply = await shop.galla.call({ method: 'POST', url, headers, payload: { client_txn_id } })
    expect(reply.json().data.amount).toBe(collected)
  })

  test('works without a telephone number and with a very long name', async () => {
    expect(await shop.checkout(newOrder({ phone: '', name: 'अ'.repeat(150) }))).toMatchObject({
      result: 'success',
    })
  })

  test('reports on saving whether the address and the key work, and in which mode, without showing the key', async () => {
    expect(await save({})).toEqual(['message: Connected to Galla with a test key. No real money moves.'])
    const [wrong = ''] = await save({ api_key: 'key_test_not_this_one' })
    expect(wrong).toMatch(
      /^error: The connection to Galla failed with this address and key: The API key is missing or not valid \[\w/,
    )
    const [nobody = ''] = await save({ api_key: shop.merchant.key, base_url: 'http://127.0.0.1:9' })
    expect(nobody).toContain('error: The connection to Galla failed')
    const [other = ''] = await save({ base_url: `${shop.url}` })
    expect(other).toContain('The server at this address is not Galla')
    expect([wrong, nobody, other].join()).not.toContain('key_test_')
    await save({ base_url: shop.origin })
  })

  test.each<[string, Record<string, string>, string]>([
    ['an address without https', { base_url: 'http://pay.example.com' }, 'must start with https://'],
    ['no address', { base_url: 'pay example' }, 'The Galla address must look like'],
    ['a script', { base_url: 'javascript:alert(1)' }, 'The Galla address must look like'],
    ['a key for the secret', { webhook_secret: 'key_test_1' }, 'starts with whsec_'],
  ])('refuses %s, and keeps the previous value', async (_what, over, words) => {
    const before = shop.state().settings
    expect((await save(over)).join()).toContain(words)
    expect(shop.state().settings).toEqual(before)
  })

  test('shows test mode to the customer in both checkouts, and notes it on payments', async () => {
    expect((await shop.ask<Words>('/fields')).description).toMatch(/Test mode: no real money moves\.$/)
    const { data } = await shop.ask<Blocks>('/blocks')
    expect(data.description).toMatch(/Test mode: no real money moves\.$/)
    const { icon, method } = await shop.ask<Words>('/fields')
    expect(icon).toMatch(/<img [^>]*src="[^"]*\/galla-upi\/assets\/icon\.svg".*>Test mode<\/span>$/)
    expect(method).toBe('Galla UPI (test mode)')
    expect(data).toMatchObject({ badge: 'Test mode', icon: expect.stringMatching(/assets\/icon\.svg$/) })
    await shop.withSettings({ api_key: 'key_live_1' }, async () => {
      const live = await shop.ask<Words>('/fields')
      expect(live.description + live.icon + live.method).not.toMatch(/test mode/i)
      expect(live.icon).toContain('assets/icon.svg')
      expect((await shop.ask<Blocks>('/blocks')).data.badge).toBe('')
    })
    await shop.checkout(newOrder())
    await shop.notify(shop.eventOf(id))
    expect(shop.orderOf(id).notes?.at(-1)).toContain('in test mode, no real money')
  })

  test('offers the same method in the block checkout as in the classic one', async () => {
    const blocks = await shop.ask<Blocks>('/blocks')
    expect(blocks).toMatchObject({
      name: 'galla_upi',
      active: true,
      scripts: ['galla-upi-blocks'],
      data: { title: 'UPI', supports: ['products', 'refunds'] },
    })
    const [url] = blocks.known['galla-upi-blocks'] ?? []
    expect(url).toMatch(/galla-upi\/assets\/blocks\.js$/)
    const made: Record<string, unknown>[] = []
    const wc = {
      wcBlocksRegistry: { registerPaymentMethod: (method: Record<string, unknown>) => made.push(method) },
      wcSettings: { getSetting: (name: string) => (name === 'galla_upi_data' ? blocks.data : {}) },
    }
    const wp = {
      element: {
        createElement: (tag: string, props: object | null, ...children: unknown[]) => ({
          tag,
          props,
          children,
          text: children[0],
        }),
      },
      htmlEntities: { decodeEntities: (text: string) => text },
    }
    new Function('window', source('assets/blocks.js'))({ wc, wp })
    expect(made).toMatchObject([
      {
        name: 'galla_upi',
        ariaLabel: 'UPI, Test mode',
        content: { tag: 'p', text: blocks.data.description },
        label: {
          text: 'UPI',
          children: [
            'UPI',
            { tag: 'img', props: { src: blocks.data.icon, alt: '' } },
            { tag: 'span', text: 'Test mode', props: { style: { borderRadius: '4px', color: '#6b3a00' } } },
          ],
        },
      },
    ])
  })

  test('declares support for order tables and the block checkout', async () => {
    const { features, links } = await shop.ask<{ features: object; links: string[] }>('/declared')
    expect(features).toEqual({
      custom_order_tables: ['galla-upi.php', true],
      cart_checkout_blocks: ['galla-upi.php', true],
    })
    expect(links[0]).toContain('section=galla_upi')
  })

  test('shows an unpaid order on the page after the checkout, with a link to pay', async () => {
    const { redirect } = await shop.checkout(newOrder())
    const { text } = await shop.ask<Words>(`/thanks?id=${id}`)
    expect(text).toContain('your payment has not arrived yet')
    expect(text).toContain(`/order-pay?id=${id}&#038;key=`)
    await shop.simulate(redirect, 'success')
    expect((await shop.ask<Words>(`/thanks?id=${id}`)).text).toBe('Thank you. Your order has been received.')
  })

  test("notes a refund that is recorded by hand with the payer's UPI ID, and does not claim to send it", async () => {
    await shop.checkout(newOrder())
    await shop.notify(shop.eventOf(id))
    await shop.ask(`/refund?id=${id}&amount=100.5&reason=broken&by_hand`)
    expect(shop.orderOf(id).notes?.at(-1)).toBe(
      'No money has moved yet: please send the refund of Rs 100.50 from your UPI app to asha@gallatest, who paid with UTR 400000000009.',
    )
    const noted = shop.orderOf(id).notes?.length
    await shop.ask(`/refund?id=${id}&amount=0&by_hand`)
    expect(shop.orderOf(id).notes).toHaveLength(noted ?? 0)
  })

  test('deletes its key, secret and locks when it is uninstalled, and keeps the records of payments', async () => {
    shop.change((each) => {
      each.options = { galla_upi_lock_1: '1:x', galla_upi_locksmith: 'of someone else', blogname: 'A shop' }
    })
    await shop.ask('/uninstall')
    expect(shop.state().deleted).toEqual(['woocommerce_galla_upi_settings'])
    expect(Object.keys(shop.state().options ?? {})).toEqual(['galla_upi_locksmith', 'blogname'])
  })

  test('has only files that PHP can read, that cannot be called directly, and whose texts can be translated', () => {
    const files = ['galla-upi.php', 'uninstall.php', ...INCLUDES.map((name) => `includes/${name}`)]
    for (const file of files) {
      expect(spawnSync('php', ['-l', `${PLUGIN}${file}`], { encoding: 'utf8' })).toMatchObject({ status: 0 })
      expect(source(file)).toMatch(/^defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;$/m)
      const domains = [
        ...source(file).matchAll(
          /\b(?:__|_e|esc_html__|esc_html_e|esc_attr__)\((?:[^']|'(?:[^'\\]|\\.)*'(?=, '))*, '([^']*)' \)/g,
        ),
      ]
      for (const [, domain] of domains) expect({ file, domain }).toEqual({ file, domain: 'galla-upi' })
      // Nothing of it writes a log, so no key can end up in one.
      expect(source(file)).not.toMatch(/error_log|wc_get_logger|var_dump|print_r/)
    }
  })

  test('has the same version in all its files', () => {
    const version = /^ \* Version: (\S+)$/m.exec(source('galla-upi.php'))?.[1] ?? ''
    expect(source('galla-upi.php')).toContain(`define( 'GALLA_UPI_VERSION', '${version}' )`)
    expect(source('readme.txt')).toContain(`Stable tag: ${version}`)
    // The versions that 0033 names.
    expect(source('readme.txt')).toMatch(/^Tested up to: 7\.1$/m)
    expect(source('galla-upi.php')).toMatch(/^ \* WC tested up to: 11\.0$/m)
    expect(source('galla-upi.php')).not.toContain('Domain Path')
    for (const name of ['Requires at least', 'Requires PHP']) {
      const said = new RegExp(`^(?: \\* )?${name}: (\\S+)$`, 'm')
      expect(said.exec(source('readme.txt'))?.[1]).toBe(said.exec(source('galla-upi.php'))?.[1])
    }
    expect(source('readme.txt')).toContain(`= ${version} =`)
  })
})
