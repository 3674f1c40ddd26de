import './theme/base.css'
import './theme/library.css'
import './theme/mantine-styles.ts'
import 'virtual:theme-variables.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { recordEarlyInput } from './components/form/early-input.ts'
import { keepFocus } from './components/overlay/lost-focus.ts'
import { language } from './locales/language.ts'
import { publicPageAt } from './prerender/public-pages.ts'
import { preparePage } from './routes.tsx'
import { shareStyleNonce } from './theme/style-nonce.ts'

shareStyleNonce()
keepFocus()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
const app = (
  <StrictMode>
    <App Router={BrowserRouter} />
  </StrictMode>
)
if (root.firstElementChild === null) createRoot(root).render(app)
else {
  await preparePage(window.location.pathname)
  recordEarlyInput(root)
  // The prerendered HTML is English; another language replaces it. The page of unknown addresses is replaced too: the server sends it
  // for addresses that the router knows, such as /Pricing.
  if (language === 'en' && publicPageAt(window.location.pathname) !== undefined) hydrateRoot(root, app)
  else createRoot(root).render(app)
}
