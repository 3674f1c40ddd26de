import { IconCircleCheck, IconCircleX, IconClock } from 'virtual:icons'
import type { NotificationData } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { t, translateServerText } from '../../locales/translate.ts'

const ICON_PROPS = { size: 22 } as const

const TOAST_PROPS = {
  color: 'transparent',
  withBorder: true,
  radius: 'md',
  closeButtonProps: { 'aria-label': t('Dismiss') },
} as const

/** The toast stack loads after the page (see app.tsx); toasts that are shown earlier wait for it. */
const show = async (toast: NotificationData): Promise<void> => {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ ...TOAST_PROPS, ...toast })
}

const toast =
  (icon: ReactNode, role: 'status' | 'alert') =>
  (message: string): void =>
    void show({ message: translateServerText(message), icon, role })

export const toastSuccess = toast(<IconCircleCheck {...ICON_PROPS} color="var(--galla-success)" />, 'status')

export const toastFailure = toast(<IconCircleX {...ICON_PROPS} color="var(--galla-failed)" />, 'alert')

/** A toast for a request whose outcome is still open. */
export const toastPending = toast(<IconClock {...ICON_PROPS} color="var(--galla-pending)" />, 'status')
