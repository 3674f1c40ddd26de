import { expect, type Page, test } from '@playwright/test'
import { drawnPdf } from '../../server/testing/sample-pdf.ts'
import { endSession, enterDashboard, signInAndContinue } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const PAGE = '/dashboard/kyc'
const STATUS = '**/user/kyc-status'
const UPLOAD = '**/user/kyc'

/** A picture of 1 by 1 pixel and a PDF of one page: small enough to be written here. */
const PNG = {
  name: 'front.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  ),
}
const pdf = () => ({
  name: 'back.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`,
  ),
})

const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel(/^Documents/).setInputFiles(files)

const fillIn = async (page: Page): Promise<void> => {
  await page.getByLabel('Document Type').selectOption({ label: 'PAN Card' })
  await page.getByLabel('Document Number').fill('abcpe1234f')
}

const send = (page: Page) => page.getByRole('button', { name: 'Upload KYC Documents' }).click()

const openEmpty = async (page: Page): Promise<{ email: string }> => {
  const merchant = await enterDashboard(page)
  await page.goto(PAGE)
  await expect(page.getByRole('heading', { name: 'Start Your KYC Verification' })).toBeVisible()
  return merchant
}

test('KYC documents are selected, previewed, uploaded and shown', async ({ page }) => {
  await openEmpty(page)
  await fillIn(page)
  await choose(page, PNG, pdf())
  const chosen = page.getByRole('list', { name: 'Chosen documents' })
  await expect(chosen.getByRole('listitem')).toHaveCount(2)
  await expect(chosen.getByRole('img', { name: 'Preview of front.png' })).toBeVisible()
  await chosen.getByRole('button', { name: 'Remove back.pdf' }).click()
  await expect(chosen.getByRole('listitem')).toHaveCount(1)
  await choose(page, pdf())

  // Held back for a moment, so that the progress can be seen.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(UPLOAD, async (route) => {
    await held
    await route.continue()
  })
  await send(page)
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  await expect(page.getByRole('progressbar', { name: 'Upload progress' })).toBeVisible()
  release()

  await expect(page.getByRole('status').getByText('KYC documents uploaded successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pending Verification' })).toBeVisible()
  await expect(page.getByText('PAN Card')).toBeVisible()
  await expect(page.getByText('ABCPE1234F')).toBeVisible()
  await page.getByRole('button', { name: 'Open Document 2' }).click()
  const pages = page.getByRole('img', { name: 'Document 2 in full' })
  await expect.poll(() => pages.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(10)
  // The whole page is seen at once, on a higher screen as well.
  await page.setViewportSize({ width: 1440, height: 900 })
  const document = page.getByRole('dialog', { name: 'Document 2' })
  await expect.poll(() => document.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open Document 1' }).click()
  const preview = page.getByRole('dialog', { name: 'Document 1' })
  await expect(preview.getByRole('img', { name: 'Document 1 in full' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Open Document 1' })).toBeFocused()
})

test('the form is cleared after an upload, and the dialog then closes and shows the new record', async ({
  page,
}) => {
  await openEmpty(page)
  await fillIn(page)
  await choose(page, PNG)
  for (const _twice of [1, 2]) {
    await page.reload()
    await expect(page.getByText('Please choose your file again.')).toBeVisible()
    await expect(page.getByLabel('Document Number')).not.toHaveValue('')
  }
  await choose(page, PNG)
  await expect(page.getByText('Please choose your file again.')).toHaveCount(0)
  await send(page)
  await page.getByRole('button', { name: 'Update Documents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Documents' })
  await dialog.getByLabel('Document Type').selectOption({ label: 'Aadhaar Card' })
  await expect(dialog.getByText('Please send the masked Aadhaar.')).toBeVisible()
  await dialog.getByLabel('Document Number').fill('9999 4105 7058')
  await choose(page, PNG)
  // On a busy machine the moment could be over before it is seen.
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await send(page)
  await expect(dialog.getByLabel('Document Number')).toHaveValue('')
  await expect(dialog.getByRole('list', { name: 'Chosen documents' })).toHaveCount(0)
  await page.clock.resume()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('XXXX XXXX 7058')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    '9999',
  )
})

test('missing and invalid values are reported under their fields, and Reset clears the form', async ({
  page,
}) => {
  await openEmpty(page)
  await send(page)
  await expect(page.getByText('Please select at least one document to upload')).toBeVisible()
  await expect(page.getByText('Document type and number are required')).toHaveCount(2)
  await expect(page.getByLabel('Document Type')).toBeFocused()
  await page.getByLabel('Document Type').selectOption({ label: 'PAN Card' })
  await page.getByLabel('Document Number').fill('12345')
  await choose(page, PNG, { name: 'x.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByText('x.gif is not a JPEG, PNG, WebP or PDF file')).toBeVisible()
  await send(page)
  await expect(page.getByLabel('Document Number')).toHaveAccessibleDescription(/Please enter a valid PAN/)
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByLabel('Document Number')).toHaveValue('')
  await expect(page.getByLabel('Document Type')).toHaveValue('')
  await expect(page.getByRole('list', { name: 'Chosen documents' })).toHaveCount(0)
})

test('a document that the server refuses is reported, and the form keeps its values', async ({ page }) => {
  await openEmpty(page)
  await fillIn(page)
  await choose(page, { ...pdf(), buffer: pdf().buffer.subarray(0, 100) })
  await send(page)
  await expect(page.getByText(/^back\.pdf is damaged or is no regular PDF/)).toBeVisible()
  await expect(page.getByLabel('Document Number')).toHaveValue('abcpe1234f')
  await expect(page.getByRole('button', { name: 'Remove back.pdf' })).toBeVisible()
})

test('a locked e-Aadhaar asks for its password, and its pages are shown with a masked number', async ({
  page,
}) => {
  await openEmpty(page)
  const buffer = await drawnPdf(
    (draw) => void draw.fontSize(40).text('9999 4105 7058').addPage().text('Address'),
    { size: 'A4', pdfVersion: '1.6', userPassword: 'ASHA1990' },
  )
  await page.getByLabel('Document Type').selectOption({ label: 'Aadhaar Card' })
  await page.getByLabel('Document Number').fill('9999 4105 7058')
  await choose(page, { name: 'EAadhaar.pdf', mimeType: 'application/pdf', buffer })
  const password = page.getByLabel('Password of the PDF')
  await expect(password).toHaveCount(0)
  await send(page)
  await expect(password).toHaveAccessibleDescription(/This PDF is protected by a password/)
  await expect(password).toBeFocused()
  await password.fill('asha1990')
  await send(page)
  await expect(password).toHaveAccessibleDescription(/The password does not open this PDF/)
  await password.fill('')
  await expect(password).toBeVisible()
  await password.fill('ASHA1990')
  await send(page)
  await page.getByRole('button', { name: 'Open Document 1' }).click()
  const pages = page.getByRole('img', { name: 'Document 1 in full' })
  await expect
    .poll(() =>
      pages.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]),
    )
    .toEqual([1696, 4800])
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    'ASHA1990',
  )
})

test('a failed upload shows an error, with and without a reply from the server', async ({ page }) => {
  await openEmpty(page)
  await fillIn(page)
  await choose(page, PNG)
  await page.route(UPLOAD, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await send(page)
  await expect(page.getByRole('alert').getByText('Failed to upload KYC documents')).toBeVisible()
  await page.unroute(UPLOAD)
  await page.route(UPLOAD, (route) => route.abort())
  await send(page)
  await expect(
    page.getByRole('alert').getByText('Something went wrong while uploading KYC documents'),
  ).toBeVisible()
  await page.unroute(UPLOAD)
  await send(page)
  await expect(page.getByRole('heading', { name: 'Pending Verification' })).toBeVisible()
})

test('an ended session opens the login, and the form keeps its values afterwards', async ({ page }) => {
  const { email } = await openEmpty(page)
  await fillIn(page)
  await choose(page, PNG)
  await endSession(page, () => send(page))
  await signInAndContinue(page, email)
  await page.waitForURL(`${ORIGIN}${PAGE}`)
  await expect(page.getByLabel('Document Number')).toHaveValue('abcpe1234f')
})

test('a placeholder is shown while the KYC status loads, and a failed load shows the empty form', async ({
  page,
}) => {
  await enterDashboard(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(STATUS, async (route) => {
    await held
    await route.fulfill({ status: 500, json: { success: false } })
  })
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('The KYC status could not'),
  )
  await page.goto(PAGE)
  await expect(page.getByRole('status', { name: 'Loading your KYC status' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Start Your KYC Verification' })).toBeVisible()
  await logged
})

const RECORD = {
  documentType: 'drivingLincense',
  documentNumber: 'MH1420110062821',
  documentImage: [],
  documents: [],
  submittedAt: '2026-11-20T04:00:00.000Z',
  decidedAt: '2026-11-21T04:00:00.000Z',
}

test('a rejected record shows the reason and asks for new documents, and an approved one does not', async ({
  page,
}) => {
  await enterDashboard(page)
  const answer = (over: object) =>
    page.route(STATUS, (route) =>
      route.fulfill({ json: { success: true, msg: 'OK', data: { ...RECORD, ...over } } }),
    )
  await answer({ status: 'rejected', rejectionReason: 'The name cannot be read' })
  await page.goto(PAGE)
  await expect(page.getByRole('heading', { name: 'Rejected' })).toBeVisible()
  await expect(page.getByText('The name cannot be read')).toBeVisible()
  await expect(page.getByText('Driving Licence')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update Documents' })).toBeVisible()
  await page.unroute(STATUS)
  await answer({ status: 'approved', rejectionReason: null })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update Documents' })).toHaveCount(0)
})
