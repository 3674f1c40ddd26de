import { notifications } from '@mantine/notifications'
import { IconClock } from '@tabler/icons-react'
import { TOAST_LOOK } from '../../toast.tsx'

/** Nothing is decided yet. */
export const toastPending = (message: string): void => {
  const icon = <IconClock size={22} color="var(--galla-pending)" aria-hidden />
  notifications.show({ ...TOAST_LOOK, message, icon, role: 'status' })
}
