import { type BrowserContext, expect, test } from '@playwright/test'
import { createOrder, enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

/** Each tries another way out of the place where a text stands. */
const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</style><img src=x onerror=alert(1)>',
  '</noscript><img src=x onerror=alert(1)>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<iframe src=javascript:alert(1)>',
  '<a href=javascript:alert(1)>pay</a>',
  '<body onload=alert(1)>',
  '<math><mtext></table><img src=x onerror=alert(1)>',
  '" autofocus onfocus=alert(1) x="',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  `\${alert(1)}`,
  '<base href=//evil.example>',
  '<meta http-equiv=refresh content=0;url=//evil.example>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '--><script>alert(1)</script><!--',
] as const

/** Whatever a browser does when a text has become code, or tried to. */
const watch = async (context: BrowserContext): Promise<string[]> => {
  const seen: string[] = []
  context.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) seen.push(message.text())
  })
  context.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if ((origin !== ORIGIN && origin !== 'null') || pathname.endsWith('/x')) seen.push(request.url())
  })
  await context.exposeBinding('tellViolation', (_, directive: string) => void seen.push(directive))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { tellViolation } = window as unknown as { tellViolation: (text: string) => void }
      tellViolation(`${violatedDirective} ${blockedURI}`)
    })
  })
  return seen
}

/** As long as a name may be. */
const LENGTH_MAX = 100

/** Several payloads in one text: what would break out does so wherever it stands, except an address, which has to begin. */
const TEXTS: string[] = []
for (const payload of PAYLOADS) {
  const joined = `${TEXTS.at(-1) ?? ''} ${payload}`.trim()
  if (joined.length > LENGTH_MAX || payload.startsWith('javascript:')) TEXTS.push(payload)
  else TEXTS.splice(-1, 1, joined)
}
const PARTS = 3

for (let part = 0; part < PARTS; part += 1) {
  test(`hostile text is shown as plain text on every screen, part ${part + 1}`, async ({ browser }) => {
    for (const text of TEXTS.filter((_, n) => n % PARTS === part)) {
      const context = await browser.newContext()
      const seen = await watch(context)
      const page = await context.newPage()
      const { key } = await enterDashboard(page, text)
      const order = await createOrder(page.request, key, { p_info: text, customer_name: text, udf1: text })
      await page.goto(order.payment_url)
      // The payee and the purpose.
      await expect(page.getByText(text, { exact: true })).toHaveCount(2)
      await page.getByRole('link', { name: 'Pay in the simulator' }).click()
      await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible()
      await page.goto(`/dashboard/orders?order=${order.order_id}`)
      await expect(page.getByRole('dialog').getByText(text).first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('row').filter({ hasText: text })).toBeVisible()
      expect({ text, seen }).toEqual({ text, seen: [] })
      await context.close()
    }
  })
}
