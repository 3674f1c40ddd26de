import { istText } from '@galla/contract/ist'
import { z } from 'zod'
import { emailMerchant, type MailDeps } from '../../merchants/email-merchant.ts'
import { deviceLabel } from './device-label.ts'

export const NEW_DEVICE_JOB = 'login.new_device'

const newDevice = z.object({
  merchantId: z.string(),
  at: z.iso.datetime(),
  userAgent: z.string(),
  address: z.string(),
})
export type NewDeviceLogin = z.output<typeof newDevice>

/** Notifies the owner of a login from a new device. */
export const notifyNewDevice = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, at, userAgent, address } = newDevice.parse(payload)
  await emailMerchant(deps, merchantId, (t) => ({
    subject: t('A new device logged in to your account'),
    paragraphs: [
      t('Someone logged in to your Galla account from a new browser.'),
      t('When: {at} IST', { at: istText(new Date(at)) }),
      t('Device: {device}', { device: deviceLabel(userAgent, t) }),
      t('IP address: {address}', { address }),
      t('If this was you, you can ignore this e-mail.'),
    ],
    action: { label: t('See where you are logged in'), path: '/dashboard' },
    footnote: t('If this was not you, set a new password now. This logs out all devices: {url}', {
      url: new URL('/forgot-password', deps.publicUrl).href,
    }),
  }))
}
