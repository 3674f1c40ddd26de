import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { type FakePush, startFakePush } from '../../server/testing/fake-push.ts'
import { BOT_TOKEN, type FakeTelegram, startFakeTelegram } from '../../server/testing/fake-telegram.ts'
import { expectNothingFound } from '../support/accessible.ts'
import { enterDashboard } from '../support/merchant.ts'
import { type OwnApp, startOwnApp } from '../support/own-app.ts'
import { PORT } from '../support/place.ts'

const OWN_PORT = PORT + 31
const HERE = `http://localhost:${OWN_PORT}`

let app: OwnApp
let push: FakePush
let telegram: FakeTelegram
// They share the app.
test.describe.configure({ mode: 'default' })
test.use({ baseURL: HERE, permissions: ['notifications'] })
test.beforeAll(async () => {
  ;[push, telegram] = [await startFakePush(), await startFakeTelegram()]
  const environment = { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_URL: telegram.url, PUBLIC_URL: HERE }
  app = await startOwnApp(OWN_PORT, environment)
})
test.afterAll(async () => {
  await app.close()
  await push.close()
  await telegram.close()
})

const places = (page: Page) => page.getByRole('region', { name: 'Where you are notified' })

/** A browser without a push service of its own: its subscription is one of our push service. The rest is the browser's. */
const subscribeHere = async (page: Page, pushKey: string): Promise<string> => {
  const { endpoint, ...keys } = push.subscribe(pushKey)
  await page.addInitScript(
    (made) => {
      PushManager.prototype.subscribe = async () => ({ toJSON: () => made }) as unknown as PushSubscription
    },
    { endpoint, keys },
  )
  return endpoint
}

/** The registration of the page's service worker, by which the browser delivers a push. */
const registrationOf = (chromium: CDPSession): Promise<string> =>
  new Promise((resolve, reject) => {
    chromium.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    })
    chromium.send('ServiceWorker.enable').catch(reject)
  })

test('a phone is notified by push: the worker shows what was sent, a repeated one under the same tag', async ({
  page,
}) => {
  await enterDashboard(page, 'Sharma Tea', HERE)
  const reply = await page.request.get('/api/v1/user/notices')
  const endpoint = await subscribeHere(page, (await reply.json()).data.pushKey)
  await page.goto('/dashboard/notifications')
  await places(page).getByRole('button', { name: 'Notify this device' }).click()
  await expect(places(page).getByRole('listitem')).toContainText('This device')
  await expect(page.getByRole('button', { name: 'Notify this device' })).toBeHidden()

  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('A test is on its way')).toBeVisible()
  await expect
    .poll(() => {
      app.minutesPass(0.01)
      return push.pushed.filter((pushed) => pushed.endpoint === endpoint).length
    })
    .toBe(1)
  const { title, body, path, tag, lang } = push.pushed[0] ?? {}
  expect(title).toBe('Galla tells you here')

  // This browser has no place for notifications, so what the worker gives it is written down.
  const [worker] = page.context().serviceWorkers()
  if (worker === undefined) throw new Error('the page has no service worker')
  await worker.evaluate(() => {
    const shown: unknown[] = []
    Reflect.set(self, 'shown', shown)
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    registration.showNotification = async (title, { body, tag, data } = {}) =>
      void shown.push([title, body, tag, data.path])
  })
  const chromium = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(chromium)
  const data = JSON.stringify({ title, body, path, tag, lang })
  for (let n = 0; n < 2; n += 1)
    await chromium.send('ServiceWorker.deliverPushMessage', { origin: HERE, registrationId, data })
  await expect
    .poll(() => worker.evaluate(() => Reflect.get(self, 'shown')))
    .toEqual([
      [title, body, tag, path],
      [title, body, tag, path],
    ])

  await page.reload()
  await expect(places(page).getByText(/Last notified/)).toBeVisible()
  await places(page)
    .getByRole('button', { name: /^Remove / })
    .click()
  await expect(page.getByRole('button', { name: 'Notify this device' })).toBeVisible()
})

test('a chat is linked while the dialog is open, and what is notified of is chosen in a table', async ({
  page,
}) => {
  await enterDashboard(page, 'Sharma Tea', HERE)
  await page.goto('/dashboard/notifications')
  await expectNothingFound(page, 'notifications without a device')
  await page.getByRole('button', { name: 'Link Telegram' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link Telegram' })
  const link = dialog.getByRole('link', { name: 'Open Telegram' })
  await expect(link).toHaveAttribute('href', /^https:\/\/t\.me\/galla_test_bot\?start=/)
  await expectNothingFound(page, 'the link to Telegram')
  const code = new URL((await link.getAttribute('href')) ?? '').searchParams.get('start')
  telegram.write(4711, `/start ${code}`)
  await expect
    .poll(() => {
      app.minutesPass(0.02)
      return dialog.isVisible()
    })
    .toBe(false)
  await expect(places(page).getByRole('listitem')).toContainText('Telegram: Asha')

  const choice = page
    .getByRole('group', { name: 'Payment received' })
    .getByRole('checkbox', { name: 'E-mail' })
  await expect(choice).not.toBeChecked()
  // It is never drawn without the choice, also before the server's reply.
  const stays = choice.evaluate(
    (box: HTMLInputElement) =>
      new Promise((resolve) =>
        document.addEventListener('click', () => resolve(box.checked), { once: true }),
      ),
  )
  await choice.check()
  expect(await stays).toBe(true)
  await expect(choice).toBeEnabled()
  await page.reload()
  await expect(choice).toBeChecked()
  await expectNothingFound(page, 'notifications with a chat')
})

test('the dashboard can be installed as an app', async ({ page }) => {
  await enterDashboard(page, 'Sharma Tea', HERE)
  await page.goto('/dashboard')
  const chromium = await page.context().newCDPSession(page)
  await expect
    .poll(async () => new URL((await chromium.send('Page.getAppManifest')).url || HERE).pathname)
    .toBe('/dashboard.webmanifest')
  const { installabilityErrors } = await chromium.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
})
