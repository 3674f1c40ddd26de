import { notifications } from '@mantine/notifications'
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'

const SIGN = { size: 22, 'aria-hidden': true } as const

const LOOK = {
  color: 'transparent',
  withBorder: true,
  radius: 'md',
  closeButtonProps: { 'aria-label': 'Dismiss' },
} as const

export const toastSuccess = (message: string): void => {
  const icon = <IconCircleCheck {...SIGN} color="var(--galla-success)" />
  notifications.show({ ...LOOK, message, icon, role: 'status' })
}

export const toastFailure = (message: string): void => {
  const icon = <IconCircleX {...SIGN} color="var(--galla-failed)" />
  notifications.show({ ...LOOK, message, icon, role: 'alert' })
}

/** Nothing is decided yet. */
export const toastPending = (message: string): void => {
  const icon = <IconClock {...SIGN} color="var(--galla-pending)" />
  notifications.show({ ...LOOK, message, icon, role: 'status' })
}
