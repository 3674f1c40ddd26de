import { notifications } from '@mantine/notifications'

export const toastSuccess = (message: string): void => {
  notifications.show({ message, color: 'success', role: 'status' })
}

export const toastFailure = (message: string): void => {
  notifications.show({ message, color: 'failed', role: 'alert' })
}
