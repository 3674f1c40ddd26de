import { expect, type Locator, type Page, test } from '@playwright/test'

/** The page stands there without its script until what this gives is called. The one before the modules is waited for by the browser. */
const holdScript = async (page: Page): Promise<() => void> => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!before-modules).*\.js$/, async (route) => {
    await arrived
    await route.continue()
  })
  return arrive
}

test('text typed before a slow script loads is kept, and replaces a saved draft', async ({ page }) => {
  const send = page.getByRole('button', { name: 'Send Message' })
  const [name, subject] = ['Name', 'Subject'].map((label) => page.getByLabel(label, { exact: true })) as [
    Locator,
    Locator,
  ]
  const arrive = await holdScript(page)
  await page.goto('/contact', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'Talk to us' })).toBeVisible()
  await expect(send).toBeDisabled()
  await subject.fill('Moving from another gateway')
  arrive()
  await expect(send).toBeEnabled()
  await expect(subject).toHaveValue('Moving from another gateway')
  await name.fill('Asha Rao')
  await page.reload()
  await expect(name).toHaveValue('Asha Rao')
  await expect(subject).toHaveValue('Moving from another gateway')
  const arriveAgain = await holdScript(page)
  await page.reload({ waitUntil: 'commit' })
  await name.click()
  arriveAgain()
  await expect(send).toBeEnabled()
  await page.keyboard.type('Ravi Das')
  await expect(name).toHaveValue('Ravi Das')
  await expect(subject).toHaveValue('Moving from another gateway')
})

/** Writes the e-mail as a password manager does, without a key, as soon as the app says that it runs: React has not come to the form yet. */
const fillOnceRunning = (): void => {
  new MutationObserver((_changes, observer) => {
    observer.disconnect()
    const field = document.querySelector<HTMLInputElement>('input[name="email"]')
    if (field === null) throw new Error('the page has no field for the e-mail')
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    set?.call(field, 'asha@example.com')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }).observe(document, { subtree: true, attributeFilter: ['data-hydrated'] })
}

test('an email filled in while the app hydrates the form is kept', async ({ page }) => {
  await page.addInitScript(fillOnceRunning)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('asha@example.com')
})

for (const [path, box] of [
  ['/login', 'Remember me'],
  ['/register', 'I agree to the Terms'],
] as const)
  test(`a checkbox on ${path} that is ticked before a slow script loads stays ticked`, async ({ page }) => {
    const arrive = await holdScript(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByLabel(box).check()
    arrive()
    await expect(page.locator('button[type="submit"]')).toBeEnabled()
    await page.getByLabel('Email', { exact: true }).fill('asha@example.com')
    await expect(page.getByLabel(box)).toBeChecked()
  })
