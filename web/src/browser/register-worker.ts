/** Registers the dashboard's one service worker. It controls no page of customers. Registering it again does nothing. */
export const registerServiceWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register('/sw.js', { scope: '/dashboard' })
