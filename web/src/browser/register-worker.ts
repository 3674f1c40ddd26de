/** Ends pushes to this browser, which is no longer logged in. The server notices that the subscription is gone. */
export const endPush = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration('/dashboard')
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Registers the dashboard's one service worker. It controls no page of customers. Registering it again does nothing. */
export const registerServiceWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register('/sw.js', { scope: '/dashboard' })
