import { notifications } from '@mantine/notifications'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'

const SIGN = { size: 22, 'aria-hidden': true } as const

export const TOAST_LOOK = {
  color: 'transparent',
  withBorder: true,
  radius: 'md',
  closeButtonProps: { 'aria-label': 'Dismiss' },
} as const

export const toastSuccess = (message: string): void => {
  const icon = <IconCircleCheck {...SIGN} color="var(--galla-success)" />
  notifications.show({ ...TOAST_LOOK, message, icon, role: 'status' })
}

export const toastFailure = (message: string): void => {
  const icon = <IconCircleX {...SIGN} color="var(--galla-failed)" />
  notifications.show({ ...TOAST_LOOK, message, icon, role: 'alert' })
}
