import { deviceValues } from '../../../browser/browser-storage.ts'
import { registerServiceWorker } from '../../../browser/register-worker.ts'

/** The id under which the server knows this browser. */
const TARGET = 'galla-push-target'

/** Not in every browser: an iPhone has it only for apps on its home screen. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export const thisTarget = (): string | null => deviceValues.read(TARGET)
export const rememberTarget = (id: string): void => deviceValues.write(TARGET, id)

/** The person, or the browser's settings, do not allow notifications. */
export class PushDenied extends Error {
  override name = 'PushDenied'
}

/** Subscribes this browser, after asking the person. */
export async function subscribe(
  pushKey: string,
  isOurs: boolean,
): Promise<{ endpoint: string; p256dh: string; auth: string }> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied()
  await registerServiceWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription that another account made here would keep pushing that account's payments.
  if (!isOurs) await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  const { endpoint, keys = {} } = made.toJSON()
  return { endpoint: endpoint ?? made.endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}
