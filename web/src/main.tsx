import './base.css'
import './mantine-styles.ts'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { preparePage } from './app-routes.tsx'
import { keepFocus } from './lost-focus.ts'
import { shareStyleNonce } from './style-nonce.ts'
import { noteTyped } from './typed-before.ts'

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
  noteTyped(root)
  hydrateRoot(root, app)
}
