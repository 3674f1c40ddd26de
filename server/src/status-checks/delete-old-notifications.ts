import type { Platform } from '../platform/feature.ts'
import { deleteByAge } from '../platform/jobs/delete-by-age.ts'
import { deleteOldNotifications, listMerchantsOfOldNotifications } from './notification-store.ts'

/** Providers repeat a notification for some days. */
const NOTIFICATION_DAYS = 90

export const deleteNotificationsByAge = (deps: Pick<Platform, 'db' | 'clock'>) =>
  deleteByAge(deps, NOTIFICATION_DAYS, {
    listMerchants: listMerchantsOfOldNotifications,
    deleteRows: deleteOldNotifications,
  })
