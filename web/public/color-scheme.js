// Runs before the first paint, so that a pinned dark theme never flashes white. A file, because the page allows no inline script.
try {
  const pinned = window.localStorage.getItem('mantine-color-scheme-value')
  const dark =
    pinned === 'dark' || (pinned !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}
