import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { enterDashboard } from '../support/merchant.ts'

/** A phone with a fingerprint reader. */
const addAuthenticator = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return (isUserVerified: boolean) =>
    cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
}

test('a passkey is added in Security, signs in without email and password, and is removed', async ({
  page,
}) => {
  const verify = await addAuthenticator(page)
  await enterDashboard(page, 'Sharma Tea')
  await page.goto('/dashboard/security')
  const panel = page.getByRole('region', { name: 'Passkeys' })
  await expect(panel).toContainText('You have no passkey yet.')
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(dialog).toContainText('Please enter a name')
  await dialog.getByLabel('Name').fill('My phone')
  await expectNothingFound(page, 'the dialog of a passkey')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(panel.getByRole('listitem')).toContainText('My phone')
  await expect(panel.getByRole('listitem')).toContainText('not used yet')
  await expectNothingFound(page, 'the security with a passkey')

  // The server answers as it does some minutes after the login, until the identity was confirmed.
  await page.route('**/api/v1/auth/passkeys/*/remove', (route) =>
    route.fulfill({ status: 403, json: { success: false, msg: 'x', code: 'confirmation_required' } }),
  )
  await panel.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expectNothingFound(page, 'the question who is there, of who has a passkey')
  const confirmed = page.waitForResponse('**/api/v1/user/confirm-identity')
  const repeated = page.waitForResponse('**/api/v1/auth/passkeys/*/remove')
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  expect((await confirmed).status()).toBe(200)
  // The refused call is made again, and must find the refusal again: the passkey stays.
  await repeated
  await expect(question).toHaveCount(0)
  await page.unroute('**/api/v1/auth/passkeys/*/remove')

  // Left first: the app itself goes to the login when one of its calls finds the session over, whatever is being opened.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/login')
  await verify(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeEnabled()
  await expect(page).toHaveURL(/\/login$/)
  await verify(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/')
  await page.goto('/dashboard/security')
  await expect(panel.getByRole('listitem')).toContainText('Last used')
  await panel.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(panel).toContainText('You have no passkey yet.')

  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('This passkey could not be checked. Please try again.')).toBeVisible()
  await expectNothingFound(page, 'a login with a removed passkey')
})
