// Runs before the first paint, so that a pinned dark theme never flashes white. A file, because the page allows no inline script.
try {
  const pinned = window.localStorage.getItem('mantine-color-scheme-value')
  const dark =
    pinned === 'dark' || (pinned !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // Login and the like are not shown to the logged-in, not even until the app is there to show something else.
  if (window.localStorage.getItem('isLoggedIn') === 'true')
    document.documentElement.setAttribute('data-logged-in', '')
  // The chosen language's messages are there before the app's modules run, which are deferred; in English nothing is loaded.
  const asked = new URLSearchParams(window.location.search).get('lang')
  if (asked === 'en' || asked === 'hi') window.localStorage.setItem('galla-language', asked)
  // The device of a counter has no owner who chose.
  const language =
    window.localStorage.getItem('galla-language') ??
    (window.location.pathname === '/counter' && window.navigator.language.startsWith('hi') ? 'hi' : null)
  const messages = language && document.currentScript.getAttribute(`data-${language}`)
  if (messages) document.write(`<script src="${messages}"></script>`)
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}

// zod compiles its validators with eval, which the page's content security policy refuses, and asks whether it may when the first
// schema is made; modules make schemas, in an order that the bundler chooses.
globalThis.__zod_globalConfig = { jitless: true }
