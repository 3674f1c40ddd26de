// The dashboard's service worker; there is one, registered by src/browser/register-worker.ts. It shows what the server pushes, also while no
// page is open, and opens the screen that the notice is about.
self.addEventListener('push', (event) => {
  const { title, body, path, tag, lang } = event.data.json()
  // A notice that arrives twice has the same tag, and is shown once.
  const options = { body, tag, lang, icon: '/counter-192.png', data: { path } }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openScreen(event.notification.data.path))
})

const openScreen = async (path) => {
  const screen = new URL(path, self.location.origin)
  if (screen.origin !== self.location.origin) return
  const [open] = await self.clients.matchAll({ type: 'window' })
  // A page of another login, or one that is being left, cannot be led elsewhere.
  const shown = await open?.navigate(screen.href).catch(() => undefined)
  await (shown ? shown.focus() : self.clients.openWindow(screen.href))
}
